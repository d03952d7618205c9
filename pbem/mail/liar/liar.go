// Package liar has an IMAP and an SMTP server for tests that are honest except where a test wants a lie:
// reported behaviour of providers that no honest server can be made to show.
package liar

import (
	"context"
	"net"
	"sync"
)

// Then is a server's action after an answer.
type Then int

const (
	GoOn   Then = iota
	HangUp      // close the connection
	Hush        // read on and never answer again
	Mute        // continue IDLE, but announce nothing
)

// wire is where a server is reached: on loopback, or over pipes, which hold nothing back and can be used in a bubble
// of testing/synctest.
type wire struct {
	serve   func(c net.Conn, nth int) // nth: 1 for the first connection
	ln      net.Listener
	serving sync.WaitGroup

	mu    sync.Mutex
	conns map[net.Conn]bool
	nth   int
	ended bool
}

// Listen accepts connections on a free port of 127.0.0.1 until Close.
func (w *wire) Listen() (addr string, err error) {
	if w.ln, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return "", err
	}
	w.serving.Go(func() {
		for {
			c, err := w.ln.Accept()
			if err != nil {
				return
			}
			w.begin(c)
		}
	})
	return w.ln.Addr().String(), nil
}

// Dial connects through a pipe, for any address.
func (w *wire) Dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	w.begin(there)
	return here, nil
}

func (w *wire) begin(c net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		_ = c.Close()
		return
	}
	if w.conns == nil {
		w.conns = map[net.Conn]bool{}
	}
	w.nth++
	nth := w.nth
	w.conns[c] = true
	w.serving.Go(func() {
		w.serve(c, nth)
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.conns, c)
		_ = c.Close()
	})
}

// Cut closes all connections.
func (w *wire) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.conns {
		_ = c.Close()
	}
}

// Connections returns the number of connections so far.
func (w *wire) Connections() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.nth
}

// Close ends the server and waits for all that it does.
func (w *wire) Close() error {
	w.mu.Lock()
	w.ended = true
	w.mu.Unlock()
	var err error
	if w.ln != nil {
		err = w.ln.Close()
	}
	w.Cut()
	w.serving.Wait()
	return err
}
