// Deals as the API server of Kubernetes does.
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"croupier/bench/rival"
	"k8s.io/apiserver/pkg/util/shufflesharding"
)

const flowSchema = "peers"

// The hash of a flow, as the API server's (unexported) hashFlowID computes it. The buffer is
// reused, so that nothing is allocated.
func flowHash(buffer []byte, distinguisher string) (uint64, []byte) {
	buffer = append(buffer[:0], flowSchema...)
	buffer = append(buffer, 0)
	buffer = append(buffer, distinguisher...)
	sum := sha256.Sum256(buffer)
	return binary.LittleEndian.Uint64(sum[:8]), buffer
}

// Deals by hashes that are computed before.
type hashDealer struct {
	dealer *shufflesharding.Dealer
	hashes []uint64
	cards  []int // of the right size, so that DealIntoHand does not allocate
	next   int
}

func newHashDealer(workers, size int) (*hashDealer, error) {
	dealer, err := shufflesharding.NewDealer(workers, size)
	if err != nil {
		return nil, err
	}
	d := &hashDealer{dealer: dealer, cards: make([]int, 0, size)}
	for _, id := range rival.Tenants {
		hash, _ := flowHash(nil, id)
		d.hashes = append(d.hashes, hash)
	}
	return d, nil
}

func (d *hashDealer) Hand(tenant int) []int {
	return d.dealer.DealIntoHand(d.hashes[tenant], d.cards)
}

func (d *hashDealer) Run(hands int) {
	dealer, hashes, cards, next := d.dealer, d.hashes, d.cards, d.next
	for range hands {
		cards = dealer.DealIntoHand(hashes[next%len(rival.Tenants)], cards)
		next++
	}
	d.cards, d.next = cards, next
}

// Deals by flow schema and distinguisher.
type flowDealer struct {
	hashDealer
	buffer []byte
}

func newFlowDealer(workers, size int) (*flowDealer, error) {
	inner, err := newHashDealer(workers, size)
	if err != nil {
		return nil, err
	}
	return &flowDealer{hashDealer: *inner}, nil
}

func (d *flowDealer) Hand(tenant int) []int {
	var hash uint64
	hash, d.buffer = flowHash(d.buffer, rival.Tenants[tenant])
	return d.dealer.DealIntoHand(hash, d.cards)
}

func (d *flowDealer) Run(hands int) {
	for range hands {
		d.cards = d.Hand(d.next % len(rival.Tenants))
		d.next++
	}
}

func makeCase(text string) (rival.Case, error) {
	var policy string
	var workers, size int
	if _, err := fmt.Sscan(text, &policy, &workers, &size); err != nil {
		return nil, err
	}
	switch policy {
	case "apf":
		return newHashDealer(workers, size)
	case "apf-flow":
		return newFlowDealer(workers, size)
	}
	return nil, fmt.Errorf("no case %q", text)
}

func main() { rival.Serve(makeCase) }
