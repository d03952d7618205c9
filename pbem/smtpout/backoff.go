package smtpout

import "time"

const (
	// WarnAfter is the age at which a letter that is still deferred is
	// reported to the organiser.
	WarnAfter = 4 * time.Hour
	// GiveUpAfter is the age at which a letter fails (RFC 5321 4.5.4.1: four
	// to five days).
	GiveUpAfter = 5 * 24 * time.Hour
)

// Backoff is the time from failed attempt number attempt (1, 2, ...) to the
// next: 1, 5, 15, 60 minutes, then two hours, each up to 20 % shorter or
// longer. rnd gives numbers in [0,1), for example rand.Float64.
func Backoff(attempt int, rnd func() float64) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour}
	base := steps[min(max(attempt, 1), len(steps))-1]
	return time.Duration(float64(base) * (0.8 + 0.4*rnd()))
}
