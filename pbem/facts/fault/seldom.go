package fault

import "time"

// Seldom limits the log of a lasting fault to once a minute. It is for one goroutine.
type Seldom struct{ last time.Time }

// Now reports whether to log it now.
func (s *Seldom) Now() bool {
	if !s.last.IsZero() && time.Since(s.last) < time.Minute {
		return false
	}
	s.last = time.Now()
	return true
}
