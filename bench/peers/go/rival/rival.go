// Package rival answers bench/peers/run.py over the protocol that bench/peers/rival.py describes.
package rival

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// Tenants to deal to, the same in every program.
var Tenants = makeTenants()

func makeTenants() []string {
	ids := make([]string, 4096)
	for i := range ids {
		ids[i] = fmt.Sprintf("tenant-%d", i)
	}
	return ids
}

// Case is something that deals hands.
type Case interface {
	// Hand of one tenant, by number.
	Hand(tenant int) []int
	// Run deals so many hands, from tenant to tenant round and round. The loop is the case's own,
	// so that no indirect call is timed.
	Run(hands int)
}

// Make gives the case that a request names.
type Make func(text string) (Case, error)

// CPU time of this process, the collector's included.
func nowNs() int64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		log.Fatal(err)
	}
	return now.Nano()
}

func answer(out *bufio.Writer, verb string, hands int, dealt Case) error {
	switch {
	case verb == "hands":
		for tenant := range hands {
			fmt.Fprintln(out, strings.Trim(fmt.Sprint(dealt.Hand(tenant)), "[]"))
		}
	case verb == "time" && hands > 0:
		start := nowNs()
		dealt.Run(hands)
		fmt.Fprintln(out, float64(nowNs()-start)/float64(hands))
	default:
		return fmt.Errorf("neither 'hands' nor 'time' of some hands: %q", verb)
	}
	return out.Flush()
}

// Serve answers requests until standard input ends; whatever goes wrong ends the program.
func Serve(makeCase Make) {
	cases := map[string]Case{}
	out := bufio.NewWriter(os.Stdout)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.SplitN(lines.Text(), " ", 3)
		if len(words) < 3 {
			log.Fatalf("not a request: %q", lines.Text())
		}
		var hands int
		if _, err := fmt.Sscan(words[1], &hands); err != nil {
			log.Fatal(err)
		}
		dealt, known := cases[words[2]]
		if !known {
			var err error
			if dealt, err = makeCase(words[2]); err != nil {
				log.Fatal(err)
			}
			cases[words[2]] = dealt
		}
		if err := answer(out, words[0], hands, dealt); err != nil {
			log.Fatal(err)
		}
	}
}
