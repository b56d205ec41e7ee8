# Shows vector_test folders that must fail: cut, altered, unknown and missing files.
# Usage: cmake -DPROGRAM=<vector_test> -DVECTORS=<good folder> -DWORK=<scratch folder> -P <this>

function(expect_failure name status output)
  execute_process(COMMAND ${PROGRAM} --vectors ${WORK}/${name} RESULT_VARIABLE result
                  OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(NOT result EQUAL status)
    message(FATAL_ERROR "${name}: exit status ${result} instead of ${status}:\n${printed}")
  endif()
  if(NOT printed MATCHES "${output}")
    message(FATAL_ERROR "${name}: no '${output}' in:\n${printed}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/empty)
file(READ ${VECTORS}/python_sample.json GOOD)

string(LENGTH "${GOOD}" LENGTH)
math(EXPR HALF "${LENGTH} / 2")
string(SUBSTRING "${GOOD}" 0 ${HALF} CUT)
file(WRITE ${WORK}/cut/python_sample.json "${CUT}")
file(WRITE ${WORK}/blank/python_sample.json "")

string(REGEX REPLACE "\"k\": *2" "\"k\": 1" ALTERED "${GOOD}")
file(WRITE ${WORK}/altered/python_sample.json "${ALTERED}")
file(WRITE ${WORK}/unknown/other.json "{\"source\": \"nobody\"}")
file(WRITE ${WORK}/no_case/python_sample.json
     "{\"algorithm\": {\"bounded_draw\": \"\"}, \"cases\": []}")

expect_failure(cut 1 "cannot be read.*0 passed, 1 failed")
expect_failure(blank 1 "cannot be read.*0 passed, 1 failed")
expect_failure(altered 1 "FAILED hand of")
expect_failure(unknown 1 "unknown kind.*0 passed, 1 failed")
expect_failure(no_case 1 "holds no case.*0 passed, 1 failed")
expect_failure(empty 2 "no vector file")
expect_failure(missing 2 "No such file")
