// Package ports finds free ports for servers that tests start as processes with a port number.
package ports

import (
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
)

// Each process has its own block, below the ports that systems assign by themselves (from 32768 on Linux, from
// 49152 in RFC 6335): a port that was free stays free until the server has it, whatever else runs.
const (
	first, last = 10000, 32000
	block       = 20
)

var (
	mu    sync.Mutex
	given = map[int]bool{} // their servers need not listen yet
)

// Free returns n free ports of loopback, at most 20, by opening and closing them; none twice.
func Free(n int) ([]int, error) {
	mu.Lock()
	defer mu.Unlock()
	at := first + os.Getpid()*block%(last-first)
	for range 50 {
		free, err := within(at, n)
		for _, port := range free {
			given[port] = err == nil
		}
		if err == nil || n > block {
			return free, err
		}
		if at += 97 * block; at >= last { // taken by something that stays
			at -= last - first
		}
	}
	return nil, fmt.Errorf("ports: no %d free ports in 50 blocks", n)
}

func within(at, n int) (free []int, err error) {
	for port := at; port < at+block && len(free) < n; port++ {
		if given[port] {
			continue
		}
		if ln, wrong := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port)); wrong == nil {
			free, err = append(free, port), errors.Join(err, ln.Close())
		}
	}
	if err == nil && len(free) < n {
		err = fmt.Errorf("ports: only %d of %d ports from %d on are free", len(free), n, at)
	}
	return free, err
}
