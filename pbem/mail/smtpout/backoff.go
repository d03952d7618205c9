package smtpout

import "time"

const (
	// WarnAfter is the age at which the organiser is told of a letter that is still
	// deferred.
	WarnAfter = 4 * time.Hour
	// GiveUpAfter is the age at which a letter fails (RFC 5321 4.5.4.1: four
	// to five days).
	GiveUpAfter = 5 * 24 * time.Hour
)

// Backoff returns the time from a failed attempt (1, 2, ...) to the next one: 1, 5, 15, 60
// minutes, then two hours, each up to 20 % shorter or longer. rnd returns numbers in [0,1),
// as rand.Float64 does.
func Backoff(attempt int, rnd func() float64) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour}
	base := steps[min(max(attempt, 1), len(steps))-1]
	return time.Duration(float64(base) * (0.8 + 0.4*rnd()))
}
