package dial

import (
	"bytes"
	"context"
	"net"
	"time"
)

// Far dials as Default does, to servers that seem to be far away: data arrives Delay later, either way. The
// zero value adds no distance.
type Far struct {
	Delay time.Duration
	Near  func(ctx context.Context, network, addr string) (net.Conn, error) // how it dials; nil: as Default
}

// Dial returns one end of a pipe, so writes return at once.
func (f Far) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if f.Near == nil {
		f.Near = Default
	}
	server, err := f.Near(ctx, network, addr)
	if err != nil || f.Delay == 0 {
		return server, err
	}
	near, end := net.Pipe()
	go f.carry(server, end)
	go f.carry(end, server)
	return near, nil
}

// piece is the result of one read.
type piece struct {
	bytes []byte
	due   time.Time
}

// carry passes data on until one side closes.
func (f Far) carry(to, from net.Conn) {
	way := make(chan piece, 1024)
	go func() {
		defer close(way)
		b := make([]byte, 64<<10)
		for {
			n, err := from.Read(b)
			if n > 0 {
				way <- piece{bytes.Clone(b[:n]), time.Now().Add(f.Delay)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range way {
		time.Sleep(time.Until(p.due))
		if _, err := to.Write(p.bytes); err != nil {
			break
		}
	}
	// Both sides must see the end.
	_ = to.Close()
	_ = from.Close()
	for range way { // the reader may be waiting for room
	}
}
