package post

import (
	"maps"
	"net"
	"slices"
	"sync"
	"sync/atomic"
)

// gate is the black hole: while it is shut, every connection takes bytes and
// never answers, like a server beyond a firewall that has lost its state.
type gate struct{ shut atomic.Bool }

// BlackHole makes all present and new connections silent (true) or lets new
// ones work again (false). Connections that were open in between have lost bytes; the
// client must make new ones.
func (p *Post) BlackHole(on bool) { p.hole.shut.Store(on) }

// listener wraps accepted connections, so that they can be silenced and
// waited for.
type listener struct {
	net.Listener
	gate  *gate
	conns *connSet
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	w := &conn{Conn: c, gate: l.gate, set: l.conns}
	w.lines.read = w.read
	if !l.conns.add(w) {
		return nil, net.ErrClosed
	}
	return w, nil
}

type conn struct {
	net.Conn
	gate  *gate
	mute  atomic.Bool // like gate, for what this one writes
	set   *connSet
	once  sync.Once
	lines lineEnds // of what read returns
}

func (c *conn) Read(b []byte) (int, error) { return c.lines.Read(b) }

func (c *conn) read(b []byte) (int, error) {
	for {
		n, err := c.Conn.Read(b)
		if err != nil || !c.gate.shut.Load() {
			return n, err
		}
	}
}

func (c *conn) Write(b []byte) (int, error) {
	if c.gate.shut.Load() || c.mute.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *conn) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() { c.set.remove(c) })
	return err
}

// connSet is the set of open connections of one run of the servers.
type connSet struct {
	mu     sync.Mutex
	empty  *sync.Cond
	open   map[*conn]struct{}
	closed bool
}

func newConnSet() *connSet {
	s := &connSet{open: map[*conn]struct{}{}}
	s.empty = sync.NewCond(&s.mu)
	return s
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
	return true
}

func (s *connSet) remove(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
	s.empty.Broadcast()
}

func (s *connSet) closeAll() {
	s.mu.Lock()
	s.closed = true
	conns := slices.Collect(maps.Keys(s.open))
	s.mu.Unlock()
	for _, c := range conns {
		_ = c.Conn.Close() // closing twice is reported by the kernel only; the server closes c itself
	}
}

// wait returns when the servers have let go of every connection.
func (s *connSet) wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.open) > 0 {
		s.empty.Wait()
	}
}
