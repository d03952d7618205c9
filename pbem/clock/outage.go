package clock

import "time"

// Shift is how far all due times move after the daemon looked at the clock
// last at lastTick and again only at now: the whole gap if it is longer than
// threshold, since nobody could answer in it, else 0. A zero lastTick (a new
// store) and a clock that went back give 0.
func Shift(lastTick, now time.Time, threshold time.Duration) time.Duration {
	if lastTick.IsZero() {
		return 0
	}
	if gap := wallGap(lastTick, now); gap > threshold {
		return gap
	}
	return 0
}

// backTolerance is what a time server may correct without anybody being told.
const backTolerance = 5 * time.Minute

// SetBack is how far the clock stands behind the latest instant that was ever
// seen, 0 within five minutes. While it is not 0 nothing falls due rightly:
// deadlines wait and the organiser is told.
func SetBack(latest, now time.Time) time.Duration {
	if back := wallGap(now, latest); !latest.IsZero() && back > backTolerance {
		return back
	}
	return 0
}

// wallGap compares what clocks on the wall showed. The monotonic reading that
// time.Now carries stands still while a machine sleeps.
func wallGap(from, to time.Time) time.Duration {
	return to.Round(0).Sub(from.Round(0))
}
