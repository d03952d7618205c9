package letters

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/engine/robot"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/templates"
	words "railpost/templates/key"
)

// invite returns the content of an invitation: changed options and rules of the table, and the number of readings.
func invite(t *table.Table, title engine.Title) *templates.Invite {
	return &templates.Invite{Options: options(t, title, false), Readings: len(readings(t, title)),
		Rules:    slices.Concat(pace(t, title), unusual(t, title), Elsewhere(t, title)),
		Accepted: engine.Each(t.Players, func(p table.Player) bool { return p.Answer == "accept" })}
}

// Agreement returns the conditions of joining a table: its pace, and the unusual rules.
func Agreement(t *table.Table, title engine.Title) []engine.Block {
	blocks := []engine.Block{{Head: engine.Msg(words.Pace), Lines: slices.Concat(pace(t, title), unusual(t, title), Elsewhere(t, title))}}
	if list := options(t, title, false); len(list) > 0 {
		blocks = append(blocks, engine.Block{Head: engine.Msg(words.OptionsChanged), Lines: engine.Each(list, func(o templates.Setting) engine.Message {
			return engine.Msg(lobby.Option, engine.Text("option", o.Key), engine.Text("value", o.Value))
		})})
	}
	return blocks
}

// agreed returns the requested parts of the agreement.
func agreed(t *table.Table, title engine.Title, asked content.Agreed) *templates.Invite {
	in := &templates.Invite{}
	if asked.Options {
		in.Options = options(t, title, true)
	}
	if asked.Rules {
		in.Rules = append(pace(t, title), tableRules(t, title)...)
	}
	if asked.Readings {
		in.Declared = readings(t, title)
	}
	return in
}

// options returns the options that matter at the table: all, or the changed ones.
func options(t *table.Table, title engine.Title, all bool) (list []templates.Setting) {
	for _, o := range title.Options() {
		value := t.Setup.Options[o.Key]
		if engine.Matters(o.ForSeat, len(t.Players)) && (all || len(o.Values) == 0 || value != o.Values[0]) {
			list = append(list, templates.Setting{Key: o.Key, Value: o.ShownValue(value), Gloss: o.Gloss, Rule: o.Rule})
		}
	}
	return list
}

// readings returns the points that the printed rules leave open for that many players.
func readings(t *table.Table, title engine.Title) (list []engine.Declared) {
	never := func(d engine.Declared) bool { return !engine.Matters(d.ForSeat, len(t.Players)) }
	return slices.DeleteFunc(slices.Clone(title.Declared()), never)
}

// draws returns the public facts about the seed while it is secret.
func draws(t *table.Table) *templates.Draws {
	d := &templates.Draws{Commitment: t.Commitment(), Mixed: t.Service != nil}
	for s, p := range t.Players {
		if p.Added != "" {
			d.Added = append(d.Added, templates.Added{Seat: engine.Seat(s), Hash: p.Added})
		}
	}
	return d
}

// pace returns how fast the table plays.
func pace(t *table.Table, title engine.Title) []engine.Message {
	runs := "" // harmless orders for a company
	if len(title.Turns()) > 0 {
		runs = "yes"
	}
	late := engine.Msg(key.RuleLateOf+string(t.Rules.Out()), ifAny("grace", t.Rules.Grace), engine.Text("runs", runs))
	return []engine.Message{engine.Msg(key.RuleWithin, content.Seconds("time", t.Within)), late}
}

// unusual returns the other rules of a table that differ from those that tables usually have.
func unusual(t *table.Table, title engine.Title) []engine.Message {
	usual := *t
	usual.Rules = table.Usual()
	return newIn(tableRules(t, title), tableRules(&usual, title))
}

// Elsewhere says that the public site cannot load a game to its end, where the title is played there, too.
func Elsewhere(t *table.Table, title engine.Title) (out []engine.Message) {
	if played, loads := log18xx.Loads(title, t.Setup); played && !loads {
		out = append(out, engine.Msg(key.RuleSite, engine.Text("profile", log18xx.Profile)))
	}
	return out
}

// NewRules says which rules a table has, or would have, that it did not have before.
func NewRules(was, then *table.Table, title engine.Title, say string) (out []engine.Message) {
	for _, m := range newIn(append(pace(then, title), tableRules(then, title)...), append(pace(was, title), tableRules(was, title)...)) {
		if m.Key != key.RuleHouse { // it stands alone: only such words can be erased
			m = engine.Msg(say, engine.Say("rule", m))
		}
		out = append(out, m)
	}
	return out
}

func newIn(list, old []engine.Message) []engine.Message {
	return slices.DeleteFunc(list, func(m engine.Message) bool {
		return slices.ContainsFunc(old, func(o engine.Message) bool { return reflect.DeepEqual(m, o) })
	})
}

// tableRules returns the other rules of this table in addition to those of the game.
func tableRules(t *table.Table, title engine.Title) (out []engine.Message) {
	r := t.Rules
	add := func(on bool, say string, args ...engine.Arg) {
		if on {
			out = append(out, engine.Msg(say, args...))
		}
	}
	for _, step := range title.Steps() {
		n, ok := r.Steps[step]
		add(ok, key.RuleStep, engine.Say("step", engine.Msg(title.Name()+".step."+step)), content.Seconds("time", n))
	}
	add(t.HalfTime, key.RuleHalf)
	add(len(r.Before) > 0, key.RuleBefore, engine.SeveralOf("times", r.Before, content.Seconds))
	out = append(out, engine.Each(t.Reminders, reminderRule)...)
	add(r.Days != 0, key.RuleDays, engine.SeveralOf("days", weekdays(r.Days), weekday))
	add(len(r.Holidays) > 0, key.RuleHolidays, engine.Text("countries", strings.ToUpper(strings.Join(r.Holidays, ", "))))
	add(len(r.Off) > 0, key.RuleOff, engine.SeveralOf("dates", r.Off, date))
	add(r.At.Set, key.RuleAt, engine.Text("clock", r.At.String()))
	add(r.Bank > 0, key.RuleBank, content.Seconds("time", r.Bank))
	add(r.Refill > 0, key.RuleRefill, content.Seconds("time", r.Refill))
	add(r.Robot != "" && r.Robot != robot.Normal && (r.Out() == table.TimeOutRobot || r.Away() == table.AbsenceRobot), key.RuleRobotOf+string(r.Robot))
	add(r.Extra > 0, key.RuleExtra, content.Seconds("time", r.Extra))
	add(r.AbsenceDays > 0, key.RuleAbsenceOf+string(r.Away()), engine.Int("n", r.AbsenceDays))
	add(r.SitterAtTable, key.RuleSitter)
	add(r.Window > 0, key.RuleWindow, content.Seconds("time", r.Window))
	add(r.PlansAtOnce, key.RulePlansAtOnce)
	add(r.NoTalk, key.RuleTalk)
	add(r.NoWatchers, key.RuleNoWatchers)
	add(r.NoPage, key.RuleNoPage)
	add(r.OpenTalk, key.RuleOpenTalk)
	add(r.Deals != "", key.RuleDealsOf+string(r.Deals))
	add(r.House != "", key.RuleHouse, engine.Personal("text", r.House))
	out = append(out, changedRules(t, title)...)
	votes := engine.Msg(key.RuleVotesOf+string(r.Needed()), ifAny("time", r.Silence))
	return append(out, engine.Msg(key.RuleUndo), votes, engine.Msg(key.RuleMail))
}

// weekdays returns days of the week from Monday on.
func weekdays(days clock.Days) []time.Weekday {
	return slices.DeleteFunc([]time.Weekday{
		time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday,
	}, func(d time.Weekday) bool { return !days.Has(d) })
}

func weekday(name string, d time.Weekday) engine.Arg {
	return engine.Term(name, words.WeekdayOf+strconv.Itoa(int(d)))
}

// date returns a day as an argument of a message.
func date(_ string, d clock.Date) engine.Arg { return engine.Text("date", d.String()) }

// changedRules says since which step changed rules of the title apply, and the earlier ones.
func changedRules(t *table.Table, title engine.Title) (out []engine.Message) {
	step := func(record uint64) engine.Arg {
		return engine.Int("step", int(t.HiddenRecords.Step(record, engine.Nobody)))
	}
	if record, was := t.Switches.Since("", t.Setup); record > 0 {
		out = append(out, engine.Msg(key.RuleVersion, step(record), engine.Int("version", t.Setup.Version), engine.Int("has", was.Version)))
	}
	for _, s := range t.Switches {
		var options []engine.Arg
		for _, o := range title.Options() {
			if record, was := t.Switches.Since(o.Key, t.Setup); record == s.Record {
				options = append(options, engine.Say("", engine.Msg(key.OptionWas, engine.Text("option", o.Key), engine.Text("value", t.Setup.Options[o.Key]), engine.Text("was", was.Options[o.Key]))))
			}
		}
		if len(options) > 0 {
			out = append(out, engine.Msg(key.RuleOptions, step(s.Record), engine.Several("options", options...)))
		}
	}
	return out
}

// ifAny is Seconds, with nothing for no time at all, so that a message can omit it.
func ifAny(name string, n int64) engine.Arg {
	if n == 0 {
		return engine.Text(name, "")
	}
	return content.Seconds(name, n)
}

// daily is the timetable of a reminder that comes every day at one time.
var daily = regexp.MustCompile(`^([0-5]?\d) ([01]?\d|2[0-3]) \* \* \*$`)

// reminderRule describes a timetable, in words if it is as simple as "0 9 * * *".
func reminderRule(cron string) engine.Message {
	m := daily.FindStringSubmatch(cron)
	if m == nil {
		return engine.Msg(key.RuleReminder, engine.Text("cron", cron))
	}
	return engine.Msg(key.RuleReminderDaily, engine.Text("clock", two(m[2])+":"+two(m[1])))
}

func two(figures string) string { return ("0" + figures)[len(figures)-1:] }
