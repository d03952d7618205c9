package post

import (
	"net"
	"sync"
	"sync/atomic"
)

// BlackHole makes all present and new connections silent (true) or lets new ones work again (false), like a server
// beyond a firewall that has lost its state: they take bytes and never answer. Connections that were open in between
// have lost bytes; the client must make new ones.
func (p *Post) BlackHole(on bool) { p.hole.Store(on) }

// listener wraps accepted connections, so that they can be silenced and
// waited for.
type listener struct {
	net.Listener
	hole  *atomic.Bool
	conns *connSet
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	w := &conn{Conn: c, hole: l.hole, set: l.conns}
	w.lines.from.Reset(reading(w.read))
	if !l.conns.add(w) {
		return nil, net.ErrClosed
	}
	return w, nil
}

type conn struct {
	net.Conn
	hole  *atomic.Bool
	mute  atomic.Bool // like hole, for writes of this side
	set   *connSet
	once  sync.Once
	lines lineEnds // line ends in the result of read
}

func (c *conn) Read(b []byte) (int, error) { return c.lines.Read(b) }

func (c *conn) read(b []byte) (int, error) {
	for {
		n, err := c.Conn.Read(b)
		if err != nil || !c.hole.Load() {
			return n, err
		}
	}
}

func (c *conn) Write(b []byte) (int, error) {
	if c.hole.Load() || c.mute.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *conn) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() { c.set.remove(c) })
	return err
}

// connSet is the set of open connections of one run of the servers, which have let go of all of them when left is
// zero.
type connSet struct {
	mu     sync.Mutex
	open   map[*conn]struct{}
	closed bool
	left   sync.WaitGroup
}

// add reports false, and closes the connection, when the set is closed.
func (s *connSet) add(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		_ = c.Conn.Close() // the servers are going down
		return false
	}
	s.open[c] = struct{}{}
	s.left.Add(1)
	return true
}

func (s *connSet) remove(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
	s.left.Done()
}

func (s *connSet) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.open {
		_ = c.Conn.Close() // closing twice is reported by the kernel only; the server closes c itself
	}
}
