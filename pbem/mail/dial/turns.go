package dial

import (
	"context"
	"net"
	"sync"
)

// Turns counts the round trips of the connections that it dials: how often a client that has
// heard something speaks again. The command behind the DONE that ends an IDLE belongs to it: the
// client does not wait for the answer to DONE, but may hear it before it has written the command.
type Turns struct {
	Far // distance of the servers

	mu sync.Mutex
	n  int
}

// Dial connects and counts.
func (t *Turns) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	c, err := t.Far.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return &turning{Conn: c, turns: t}, nil
}

// Take returns the number of turns since the last call.
func (t *Turns) Take() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.n
	t.n = 0
	return n
}

type turning struct {
	net.Conn
	turns *Turns
	heard bool
	done  bool // the last thing written was DONE
}

func (c *turning) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.heard = true
	return n, err
}

func (c *turning) Write(p []byte) (int, error) {
	c.turns.mu.Lock()
	if c.heard && !c.done {
		c.turns.n++
	}
	c.heard, c.done = false, string(p) == "DONE\r\n"
	c.turns.mu.Unlock()
	return c.Conn.Write(p)
}
