package ports_test

import (
	"fmt"
	"net"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/ports"
)

// TestFree: ports can be opened, one that is taken is not given, and more than a block are refused.
func TestFree(t *testing.T) {
	seen := map[int]bool{}
	for range 4 {
		free, err := ports.Free(7)
		if err != nil || len(free) != 7 {
			t.Fatal(free, err)
		}
		for _, port := range free {
			expect.True(t, !seen[port], "port %d is taken", port)
			seen[port] = true
			ln, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
			expect.NoError(t, err)
			if err := ln.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	expect.Fails(t, "more than a block", expect.Err(ports.Free(21)), "")
}
