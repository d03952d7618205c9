package content

import (
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
)

// Seconds returns a length of time as an argument of a message, in words.
func Seconds(name string, n int64) engine.Arg { return Span(name, time.Duration(n)*time.Second) }

// Span returns a length of time in words: "3 days".
func Span(name string, d time.Duration) engine.Arg {
	day := 24 * time.Hour
	switch {
	case d >= day && d%day == 0:
		return engine.Say(name, engine.Msg(key.Days, engine.Int("n", int(d/day))))
	case d >= 2*day && d%time.Hour == 0:
		return engine.Say(name, engine.Msg(key.DaysHours, Span("days", d-d%day), Span("hours", d%day)))
	case d >= time.Hour && d%time.Hour == 0:
		return engine.Say(name, engine.Msg(key.Hours, engine.Int("n", int(d/time.Hour))))
	}
	return engine.Text(name, clock.FormatDuration(d))
}

// At returns an instant as an argument of a message, which shows it in its reader's zone.
func At(t time.Time) engine.Arg { return engine.Text("at", t.UTC().Format(time.RFC3339)) }
