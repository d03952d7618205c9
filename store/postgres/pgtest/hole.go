package pgtest

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"railpost/engine/enginetest/expect"
)

// Hole is a proxy before a server that can stop passing data, in both directions.
type Hole struct {
	ln    net.Listener
	mu    sync.Mutex
	open  chan struct{} // closed: everything passes
	drop  bool          // new connections are closed
	conns map[net.Conn]bool
}

// NewHole returns a proxy before a server, and the URL of a database behind it.
func NewHole(t testing.TB, s *Server, database string) (h *Hole, url string) {
	t.Helper()
	ln := expect.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	h = &Hole{ln: ln, open: make(chan struct{}), conns: map[net.Conn]bool{}}
	close(h.open)
	t.Cleanup(func() {
		if err := ln.Close(); err != nil {
			t.Error(err)
		}
	})
	at := fmt.Sprint("127.0.0.1:", s.Port)
	go h.serve(at)
	return h, strings.Replace(s.TCP(database), at, ln.Addr().String(), 1)
}

func (h *Hole) serve(to string) {
	for {
		in, err := h.ln.Accept()
		if err != nil {
			return
		}
		if !h.keep(in) {
			continue
		}
		go func() {
			<-h.passes()
			out, err := net.Dial("tcp", to)
			if err != nil || !h.keep(out) {
				_ = in.Close()
				return
			}
			go h.pass(in, out)
			h.pass(out, in)
		}()
	}
}

// keep notes a connection; while Drop is in force it closes it.
func (h *Hole) keep(c net.Conn) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.drop {
		_ = c.Close()
		return false
	}
	h.conns[c] = true
	return true
}

func (h *Hole) passes() chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.open
}

// pass passes data on, including the end of the connection, when the hole is open.
func (h *Hole) pass(from, to net.Conn) {
	defer func() {
		_ = to.Close()
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.conns, from)
	}()
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		<-h.passes()
		if _, wrong := to.Write(b[:n]); err != nil || wrong != nil {
			return
		}
	}
}

// Shut stops all data, without closing connections, until the returned function is called.
func (h *Hole) Shut() (open func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan struct{})
	h.open = c
	return sync.OnceFunc(func() { close(c) })
}

// Drop closes all connections, old and new, until the returned function is called.
func (h *Hole) Drop() (open func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop = true
	for c := range h.conns {
		_ = c.Close()
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.drop = false
	}
}
