package clock

import (
	"sync"
	"time"
)

// Steady is the service's time: the wall clock or, while that cannot be right, its last trusted time plus the
// time since by the monotonic clock. It is safe for concurrent use.
type Steady struct {
	wall, mono func() time.Time

	mu   sync.Mutex
	seen time.Time // the wall time when it was last trusted; zero: never read
	at   time.Time // when that was, by the monotonic clock
	held bool
}

// NewSteady returns the time of a wall clock, which is trusted until Hold. mono returns times whose differences
// do not depend on the wall clock, as those of time.Now.
func NewSteady(wall, mono func() time.Time) *Steady { return &Steady{wall: wall, mono: mono} }

// Wall returns the time of the wall clock.
func (s *Steady) Wall() time.Time { return s.wall().Round(0) }

// Now returns the time by which the service works. A step that must be confirmed has no effect, even before
// somebody has looked at the clock since.
func (s *Steady) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held {
		return s.expected()
	}
	now := s.wall()
	if !s.seen.IsZero() && wallGap(s.expected(), now) > Sure {
		return s.expected()
	}
	return now
}

func (s *Steady) expected() time.Time { return s.seen.Add(s.mono().Sub(s.at)) }

// Held reports whether the wall clock is distrusted.
func (s *Steady) Held() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held
}

// Step returns how far the wall has stepped forward since it was last trusted; known is false if it never was.
func (s *Steady) Step() (step time.Duration, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen.IsZero() {
		return 0, false
	}
	return wallGap(s.expected(), s.wall()), true
}

// Trust accepts the wall time, and reports whether it was distrusted before.
func (s *Steady) Trust() (held bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held, s.held = s.held, false
	s.seen, s.at = s.wall().Round(0), s.mono()
	return held
}

// Hold lets time pass without the wall from when that was last trusted, or else from an instant. It reports whether
// it did not before.
func (s *Steady) Hold(from time.Time) (first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen.IsZero() {
		s.seen, s.at = from.Round(0), s.mono()
	}
	first, s.held = !s.held, true
	return first
}
