package letters

import (
	"regexp"
	"time"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/key"
	"railpost/pbem/table"
	"railpost/templates"
)

// invite returns the content of an invitation.
func invite(t *table.Table, title engine.Title) *templates.Invite {
	in := &templates.Invite{}
	for _, p := range t.Players {
		in.Accepted = append(in.Accepted, p.Answer == "accept")
	}
	seats := len(t.Players)
	for _, o := range title.Options() {
		if !engine.Matters(o.ForSeat, seats) {
			continue
		}
		in.Options = append(in.Options, templates.Setting{Key: o.Key, Value: o.Said(t.Setup.Options[o.Key]), Gloss: o.Gloss, Rule: o.Rule})
	}
	for _, d := range title.Declared() {
		if engine.Matters(d.ForSeat, seats) {
			in.Declared = append(in.Declared, d)
		}
	}
	in.Rules = tableRules(t)
	return in
}

// draws returns what letters say about the seed while it is secret.
func draws(t *table.Table) *templates.Draws {
	d := &templates.Draws{Commitment: t.Commitment(), Mixed: t.Service != nil}
	for s, p := range t.Players {
		if p.Added != "" {
			d.Added = append(d.Added, templates.Added{Seat: engine.Seat(s), Hash: p.Added})
		}
	}
	return d
}

// tableRules returns the rules of this table in addition to those of the game.
func tableRules(t *table.Table) []engine.Message {
	out := []engine.Message{engine.Msg(key.RuleWithin, span("time", time.Duration(t.Within)*time.Second))}
	if t.HalfTime {
		out = append(out, engine.Msg(key.RuleHalf))
	}
	for _, r := range t.Reminders {
		out = append(out, reminderRule(r))
	}
	return append(out, engine.Msg(key.RuleLate), engine.Msg(key.RuleUndo), engine.Msg(key.RuleMail))
}

// span returns a length of time in words: "3 days".
func span(name string, d time.Duration) engine.Arg {
	day := 24 * time.Hour
	switch {
	case d >= day && d%day == 0:
		return engine.Say(name, engine.Msg(key.Days, engine.Int("n", int(d/day))))
	case d >= time.Hour && d%time.Hour == 0:
		return engine.Say(name, engine.Msg(key.Hours, engine.Int("n", int(d/time.Hour))))
	}
	return engine.Text(name, clock.FormatDuration(d))
}

// daily is the timetable of a reminder that comes every day at one time.
var daily = regexp.MustCompile(`^([0-5]?\d) ([01]?\d|2[0-3]) \* \* \*$`)

// reminderRule describes a timetable, in words if it is as plain as "0 9 * * *".
func reminderRule(cron string) engine.Message {
	m := daily.FindStringSubmatch(cron)
	if m == nil {
		return engine.Msg(key.RuleReminder, engine.Text("cron", cron))
	}
	return engine.Msg(key.RuleReminderDaily, engine.Text("clock", two(m[2])+":"+two(m[1])))
}

func two(figures string) string { return ("0" + figures)[len(figures)-1:] }
