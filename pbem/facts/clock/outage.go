package clock

import "time"

// Shift returns how far all due times move after the daemon last checked the clock at
// lastTick and again only at now: the whole gap if it is longer than threshold, since
// nobody could answer in it, otherwise 0. A zero lastTick (a new store) and a clock that
// went back give 0.
func Shift(lastTick, now time.Time, threshold time.Duration) time.Duration {
	if lastTick.IsZero() {
		return 0
	}
	if gap := wallGap(lastTick, now); gap > threshold {
		return gap
	}
	return 0
}

// backTolerance is the largest correction backwards that causes no notice.
const backTolerance = 5 * time.Minute

// SetBack returns how far the clock is behind the latest instant that it has shown, 0 within five minutes.
// While it is not 0, nothing can fall due correctly: deadlines wait and the organiser is told.
func SetBack(latest, now time.Time) time.Duration {
	if back := wallGap(now, latest); !latest.IsZero() && back > backTolerance {
		return back
	}
	return 0
}

// Sure is how far the clock may step forward without a doubt that this is true.
const Sure = 24 * time.Hour

// wallGap is the difference between wall times. The monotonic reading in time.Now stops while a machine sleeps.
func wallGap(from, to time.Time) time.Duration { return to.Round(0).Sub(from.Round(0)) }
