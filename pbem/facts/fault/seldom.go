package fault

import "time"

// Seldom lets what lasts be logged once a minute. It is for one goroutine.
type Seldom struct{ last time.Time }

// Now reports whether it is to be logged now.
func (s *Seldom) Now() bool {
	if !s.last.IsZero() && time.Since(s.last) < time.Minute {
		return false
	}
	s.last = time.Now()
	return true
}
