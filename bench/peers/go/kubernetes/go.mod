module croupier/bench/kubernetes

go 1.26.0

replace croupier/bench/rival => ../rival

require (
	croupier/bench/rival v0.0.0
	k8s.io/apiserver v0.37.2
)

require golang.org/x/sys v0.47.0 // indirect
