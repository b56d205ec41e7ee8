// Deals as the ring of Grafana dskit does.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"croupier/bench/rival"
	"github.com/go-kit/log"
	"github.com/grafana/dskit/kv/consul"
	"github.com/grafana/dskit/ring"
	"github.com/grafana/dskit/services"
)

const ringKey = "ring"

func instanceID(i int) string { return fmt.Sprintf("instance-%d", i) }

// A line per instance: its zone, or '-', and its tokens.
func readRing(path string) (*ring.Desc, bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	desc := ring.NewDesc()
	zoneAware := false
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for i := 0; lines.Scan(); i++ {
		words := strings.Fields(lines.Text())
		zone := words[0]
		zoneAware = zone != "-"
		one := ring.InstanceDesc{Id: instanceID(i), Zone: zone, State: ring.ACTIVE}
		for _, word := range words[1:] {
			token, err := strconv.ParseUint(word, 10, 32)
			if err != nil {
				return nil, false, err
			}
			one.Tokens = append(one.Tokens, uint32(token))
		}
		desc.Ingesters[one.Id] = one
	}
	return desc, zoneAware, lines.Err()
}

// A running ring client, as a Mimir process has one, over dskit's store in memory.
func startRing(path string, cached bool) (*ring.Ring, error) {
	desc, zoneAware, err := readRing(path)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	logger := log.NewNopLogger()
	store, _ := consul.NewInMemoryClient(ring.GetCodec(), logger, nil)
	put := func(any) (any, bool, error) { return desc, false, nil }
	if err := store.CAS(ctx, ringKey, put); err != nil {
		return nil, err
	}
	config := ring.Config{
		ReplicationFactor:    3,
		ZoneAwarenessEnabled: zoneAware,
		SubringCacheDisabled: !cached,
	}
	strategy := ring.NewDefaultReplicationStrategy()
	r, err := ring.NewWithStoreClientAndStrategy(
		config, "peers", ringKey, store, strategy, nil, logger)
	if err != nil {
		return nil, err
	}
	return r, services.StartAndAwaitRunning(ctx, r)
}

// Deals the subring of a tenant: ShuffleShard is dskit's only way to a tenant's instances. With the
// cache, every tenant was dealt to before.
type ringDealer struct {
	ring      *ring.Ring
	instances int
	size      int
	next      int
	shard     ring.ReadRing // kept, so that no deal is optimised away
}

func newRingDealer(path string, size int, cached bool) (*ringDealer, error) {
	r, err := startRing(path, cached)
	if err != nil {
		return nil, err
	}
	d := &ringDealer{ring: r, instances: r.InstancesCount(), size: size}
	if cached {
		d.Run(len(rival.Tenants))
	}
	return d, nil
}

func (d *ringDealer) Hand(tenant int) []int {
	shard := d.ring.ShuffleShard(rival.Tenants[tenant], d.size)
	var hand []int
	for i := range d.instances {
		if shard.HasInstance(instanceID(i)) {
			hand = append(hand, i)
		}
	}
	return hand
}

func (d *ringDealer) Run(hands int) {
	for range hands {
		d.shard = d.ring.ShuffleShard(rival.Tenants[d.next%len(rival.Tenants)], d.size)
		d.next++
	}
}

func makeCase(text string) (rival.Case, error) {
	var policy, path string
	var size int
	if _, err := fmt.Sscan(text, &policy, &path, &size); err != nil {
		return nil, err
	}
	if policy != "mimir-ring" {
		return nil, fmt.Errorf("no case %q", text)
	}
	return newRingDealer(path, size, strings.HasSuffix(text, " cached"))
}

func main() { rival.Serve(makeCase) }
