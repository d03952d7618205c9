package seed

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"railpost/pbem/mail/dial"
)

// door is a server's listener in memory.
type door struct {
	addr  string
	calls chan net.Conn
	shut  chan struct{}
	once  sync.Once
}

// wires are the doors of a post office, by address.
type wires struct {
	mu    sync.Mutex
	doors map[string]*door
}

var errRefused = errors.New("connection refused")

func (w *wires) listen(_, addr string) (net.Listener, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := &door{addr: addr, calls: make(chan net.Conn), shut: make(chan struct{})}
	w.doors[addr] = d
	return d, nil
}

func (w *wires) dial(ctx context.Context, _, addr string) (net.Conn, error) {
	w.mu.Lock()
	d := w.doors[addr]
	w.mu.Unlock()
	near, far := net.Pipe()
	select {
	case d.calls <- far:
		return near, nil
	case <-d.shut:
		return nil, errRefused
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (d *door) Accept() (net.Conn, error) {
	select {
	case c := <-d.calls:
		return c, nil
	case <-d.shut:
		return nil, net.ErrClosed
	}
}

func (d *door) Close() error   { d.once.Do(func() { close(d.shut) }); return nil }
func (d *door) Addr() net.Addr { return d }
func (*door) Network() string  { return "tcp" }
func (d *door) String() string { return d.addr }

// line is the connection of one life of the daemon to servers: when it is cut, all open ones end, and for good
// if it is dead.
type line struct {
	wires *wires
	thaw  func()
	stall func() // delays traffic with the server for outgoing mail
	mu    sync.Mutex
	dead  bool
	open  []net.Conn
	n     int
}

func (l *line) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	l.mu.Lock()
	l.n++
	far := dial.Far{Delay: time.Duration(3_000_003+l.n%7*1_000_033) * time.Nanosecond, Near: l.wires.dial}
	l.mu.Unlock()
	c, err := far.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		return nil, errors.Join(errRefused, c.Close())
	}
	l.open = append(l.open, c)
	return conn{c, func() {
		if l.thaw(); addr == smtpAddr {
			l.stall()
		}
	}}, nil
}

// conn is an end of a connection at which nobody reads or writes for a while.
type conn struct {
	net.Conn
	wait func()
}

func (c conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.wait()
	return n, err
}

func (c conn) Write(b []byte) (int, error) {
	c.wait()
	return c.Conn.Write(b)
}

// cut ends open connections. Data written before still arrives.
func (l *line) cut(dead bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.open {
		_ = c.Close() // an end that is closed already stays so
	}
	l.open, l.dead = nil, l.dead || dead
}
