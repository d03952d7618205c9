package templates

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"railpost/engine"
	"railpost/templates/key"
)

// betweenOrders separates the orders of a plan on one line.
const betweenOrders = "; "

// order returns an order, or words of one, in the words of the reader's language.
func (v *voice) order(line string) string {
	if v.book == nil {
		return line
	}
	return v.book.Print(line)
}

// inLog returns a line of a reader as the log would have it.
func (v *voice) inLog(line string) string {
	if v.book == nil {
		return line
	}
	return v.book.Read(line).English
}

// orders is order for several.
func (v *voice) orders(lines []string) []string {
	if v.book == nil || lines == nil {
		return lines
	}
	return engine.Each(lines, v.book.Print)
}

// inTerms returns arguments that name a rule of the table or an option, and values, in the words of the reader's
// language.
func (v *voice) inTerms(args []engine.Arg) []engine.Arg {
	named := func(a engine.Arg) bool { return a.Name == "rule" || a.Name == "option" || a.Name == "values" }
	if v.book == nil || !slices.ContainsFunc(args, named) {
		return args
	}
	return engine.Each(args, func(a engine.Arg) engine.Arg {
		if a.Kind == engine.KindText {
			a.Text = v.book.Term(a.Text)
		}
		return a
	})
}

func (v *voice) setTitle(title string) {
	if v.tongue.book != nil {
		v.title, v.book = title, v.tongue.book(title)
	}
}

// named returns a language's name for a thing that data names: by its first words (TITLE.named.WORDS), as
// "Hotel Atlanta", or unchanged.
func (v *voice) named(name string) string {
	if v.title == "" || !strings.ContainsFunc(name, unicode.IsUpper) {
		return name
	}
	for head := name; head != ""; head = head[:max(0, strings.LastIndexByte(head, ' '))] {
		if key := v.known(v.title + ".named." + strings.ReplaceAll(engine.Fold(head), " ", "-")); key != "" {
			return v.word(key) + name[len(head):]
		}
	}
	return name
}

// ofTitle returns the voice for a letter about a title.
func (v *voice) ofTitle(title string) *voice {
	out := *v
	out.setTitle(title)
	return &out
}

// helper returns the voice that says the help of a letter: in the language it was asked for.
func (v *voice) helper(l *Letter) *voice {
	if l.HelpIn == "" {
		return v
	}
	out := *v
	out.tongue, out.title, out.book = v.in(l.HelpIn), "", nil
	out.setTitle(l.Title)
	return &out
}

// reports returns the results of an order, short facts joined on lines of this many columns; named
// is set if the name of the actor is already printed above them.
func (v *voice) reports(list []engine.Message, named bool, actor engine.Seat, columns int) []string {
	var lines, last []string
	for _, m := range list {
		s := v.msg(m)
		if named {
			s = v.unnamed(m, actor)
		}
		single := s
		if m.Key != saidKey {
			single = phrase(s)
		}
		if single == "" {
			continue
		}
		if n := len(lines) - 1; n >= 0 && !alone(s) && !alone(lines[n]) {
			if line := v.inLine(append(last, s)); columnsOf(line) <= columns {
				lines[n], last = line, append(last, s)
				continue
			}
		}
		lines, last = append(lines, single), []string{s}
	}
	return lines
}

// inLine joins reports as a list or, if one of them is a sentence, as sentences.
func (v *voice) inLine(list []string) string {
	if !slices.ContainsFunc(list, func(s string) bool { return stops(strings.TrimRight(s, " ")) }) {
		return strings.Join(list, v.word(key.Reports))
	}
	return strings.Join(engine.Each(list, sentence), " ")
}

// alone reports whether a report gets a line of its own: see doc.go.
func alone(s string) bool { return strings.HasPrefix(s, "- ") }

// remark returns the remark after a choice.
func (v *voice) remark(list []engine.Message) string {
	return v.inLine(v.reports(list, false, v.seat, math.MaxInt))
}

// inBrief returns the reports that have a form for choices, in that form.
func (v *voice) inBrief(reports []engine.Message) (list []engine.Message) {
	for _, m := range reports {
		if brief := v.known(m.Key + ".choice"); brief != "" {
			list = append(list, engine.Msg(brief, m.Args...))
		}
	}
	return list
}

// voice says messages to one reader.
type voice struct {
	*tongue
	in      func(lang string) *tongue // another language
	title   string                    // whose names data gives; "" in English
	book    phrasebook                // the reader's words for orders; nil: the log's
	players []string                  // cleaned names by seat
	seat    engine.Seat
	zone    *time.Location
	now     time.Time
	spoken  bool // to a reader who listens
	lacking bool // a message was said in English, since the language lacks it

	rooms [][]byte // for filling messages, and messages within them
	depth int
}

func (s *Set) voice(lang, title string, players []string, seat engine.Seat, zone *time.Location) *voice {
	v := &voice{tongue: s.tongue(lang), in: s.tongue, seat: seat, zone: zone}
	v.setTitle(title)
	if v.zone == nil {
		v.zone = time.UTC
	}
	v.players = engine.Each(players, cleanName)
	return v
}

// Say returns a message as a sentence for logs and the command line: nobody is "you".
func (s *Set) Say(lang string, players []string, zone *time.Location, m engine.Message) string {
	return s.voice(lang, "", players, engine.Nobody, zone).msg(m)
}

// msg returns a message as a sentence; its key in brackets if that fails.
func (v *voice) msg(m engine.Message) string {
	key := m.Key
	if v.seat >= 0 && isActor(m, v.seat) && v.messages[key+".you"] != nil {
		key += ".you"
	}
	if v.spoken {
		if aloud := key + ".spoken"; v.messages[aloud] != nil && v.own[aloud] == v.own[key] {
			key = aloud
		}
	}
	return v.form(m, key)
}

// unnamed is msg for a place where the name of actor is already printed: there "Ana passes"
// is "passes".
func (v *voice) unnamed(m engine.Message, actor engine.Seat) string {
	s := v.msg(m)
	if isActor(m, actor) {
		s = strings.TrimPrefix(s, v.name(actor)+" ")
	}
	return s
}

// isActor reports whether the argument "seat" of a message is s.
func isActor(m engine.Message, s engine.Seat) bool {
	a, ok := m.Arg("seat")
	return ok && a.Kind == engine.KindSeat && a.Int == int(s)
}

// form returns a message in the form that is stored under key.
func (v *voice) form(m engine.Message, key string) string {
	if m.Empty() {
		return ""
	}
	out, err := "", error(nil)
	t := v.tongue
	m.Args = v.inTerms(m.Args)
	if !t.own[key] && t.english != nil {
		t, v.lacking = t.english, v.lacking || t.english.own[key]
	}
	if p, ok := t.pieces[key]; ok {
		out, err = v.fill(p, m.Args)
	} else if p, ok := t.single[key]; ok {
		out, err = p.Execute(v.data(m.Args))
	} else if t.messages[key] == nil {
		return "[" + m.Key + "]"
	} else {
		out, err = t.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, TemplateParser: fill, TemplateData: v.data(m.Args), PluralCount: count(m.Args)})
	}
	// An error with a sentence only means that the form for this number is missing: "other" stands in.
	if out == "" && err != nil {
		return "[" + m.Key + "]"
	}
	return out
}

// fill fills in a message. It joins pieces in space that is used again.
func (v *voice) fill(p pieces, args []engine.Arg) (string, error) {
	if len(p) == 1 {
		return p[0], nil
	}
	if v.depth == len(v.rooms) {
		v.rooms = append(v.rooms, nil)
	}
	at := v.depth
	v.depth++
	b, err := p.fill(v.rooms[at][:0], func(b []byte, name string) ([]byte, bool) { return v.appendArg(b, args, name) })
	v.depth--
	v.rooms[at] = b
	return string(b), err
}

// known returns the first of some keys that has a message; "" if none has one.
func (v *voice) known(keys ...string) string {
	for _, k := range keys {
		if v.messages[k] != nil {
			return k
		}
	}
	return ""
}

// variant returns a message in the words of KEY.VARIANT, without the full stop; "" if there are none: see doc.go.
func (v *voice) variant(m engine.Message, variant string) string {
	return phrase(v.msg(engine.Msg(v.known(m.Key+variant), m.Args...)))
}

// word is msg for a message without arguments, or with those given.
func (v *voice) word(key string, args ...engine.Arg) string { return v.msg(engine.Msg(key, args...)) }

// count returns the number that selects the plural form: see doc.go.
func count(args []engine.Arg) any {
	var first any
	for _, a := range args {
		if a.Kind != engine.KindInt {
			continue
		}
		if a.Name == "n" {
			return a.Int
		}
		if first == nil {
			first = a.Int
		}
	}
	return first
}

func (v *voice) data(args []engine.Arg) map[string]any {
	if len(args) == 0 {
		return nil
	}
	data := make(map[string]any, len(args))
	for _, a := range args {
		data[a.Name] = v.arg(a)
	}
	return data
}

// appendArg appends the argument of that name, and reports false if there is none.
func (v *voice) appendArg(b []byte, args []engine.Arg, name string) ([]byte, bool) {
	for i := len(args) - 1; i >= 0; i-- { // of two with one name, data has the last
		if a := args[i]; a.Name == name {
			if a.Kind == engine.KindInt {
				if v.grammar.dots {
					return append(b, dotted(a.Int).String()...), true
				}
				return strconv.AppendInt(b, int64(a.Int), 10), true
			}
			return append(b, v.argText(a)...), true
		}
	}
	return b, false
}

// timeArgs are the arguments that hold a time (RFC 3339) or a day.
var timeArgs = []string{"at", "until", "from", "to", "date", "since", "wrote", "stopped", "vacation"}

// arg returns an argument as messages get it: a number remains one, so that text/template can compare it.
func (v *voice) arg(a engine.Arg) any {
	switch {
	case a.Kind != engine.KindInt:
		return v.argText(a)
	case !v.grammar.dots:
		return a.Int
	}
	return dotted(a.Int)
}

// argText returns an argument in words.
func (v *voice) argText(a engine.Arg) string {
	switch a.Kind {
	case engine.KindInt:
		return v.grammar.number(a.Int)
	case engine.KindTerm, engine.KindSay:
		return v.msg(engine.Msg(a.Text, a.List...))
	case engine.KindPersonal:
		if a.Text == "" {
			return v.word(key.Erased)
		}
	case engine.KindSeat:
		return v.name(engine.Seat(a.Int))
	case engine.KindOrder:
		return clean(strings.Join(v.orders(strings.Split(a.Text, betweenOrders)), betweenOrders))
	case engine.KindList:
		return v.join(engine.Each(a.List, v.argText))
	}
	if slices.Contains(timeArgs, a.Name) {
		if t, err := time.Parse(time.RFC3339, a.Text); err == nil {
			return v.time(t)
		}
		if t, err := time.Parse(time.DateOnly, a.Text); err == nil {
			return v.date(t)
		}
	}
	return clean(v.named(a.Text))
}

// name returns a player's name; Nobody is the referee.
func (v *voice) name(s engine.Seat) string {
	if s < 0 {
		return v.word(key.Referee)
	}
	if int(s) < len(v.players) && v.players[s] != "" {
		return v.players[s]
	}
	return v.word(key.Seat, engine.Int("n", int(s)+1))
}

// join returns "A, B and C".
func (v *voice) join(words []string) string {
	switch len(words) {
	case 0:
		return v.word(key.ListNone)
	case 1:
		return words[0]
	}
	last := len(words) - 1
	and := v.word(key.ListAnd)
	if v.grammar.and != nil {
		and = v.grammar.and(and, words[last])
	}
	return strings.Join(words[:last], v.word(key.ListComma)) + and + words[last]
}

// names lists players: "Ana, Ben and Cleo".
func (v *voice) names(seats []engine.Seat) string { return v.join(engine.Each(seats, v.name)) }

// time returns a time in the reader's zone with its weekday, for a sentence: "Tue 24 Nov
// 20:00"; the year is added if it is not the current one.
func (v *voice) time(t time.Time) string { return v.timeAs(t, key.TimeSaid, key.TimeSaidYear) }

// timeBare is time for subjects and labels, where some languages save a comma.
func (v *voice) timeBare(t time.Time) string { return v.timeAs(t, key.Time, key.TimeYear) }

func (v *voice) timeAs(t time.Time, say, withYear string) string {
	t = t.In(v.zone)
	if !v.now.IsZero() && v.now.In(v.zone).Year() != t.Year() {
		say = withYear
	}
	return v.word(say, append(dateArgs(t), engine.Text("clock", fmt.Sprintf("%02d:%02d", t.Hour(), t.Minute())))...)
}

// date returns a day with its weekday: "Tue 24 Nov".
func (v *voice) date(t time.Time) string { return v.word(key.Date, dateArgs(t)...) }

func dateArgs(t time.Time) []engine.Arg {
	return []engine.Arg{
		engine.Term("weekday", key.WeekdayOf+itoa(int(t.Weekday()))), engine.Int("day", t.Day()),
		engine.Term("month", key.MonthOf+itoa(int(t.Month()))), engine.Int("year", t.Year()),
	}
}

// zoneName returns the reader's zone as they would write it.
func (v *voice) zoneName() string {
	if name := v.zone.String(); name != "Local" {
		return name
	}
	name, _ := v.now.In(v.zone).Zone()
	return name
}

// away returns how far t is from now: "in 2 days", "5 hours ago", "just now".
func (v *voice) away(t time.Time) string {
	d := t.Sub(v.now)
	say := key.InOf
	if d <= 0 {
		say, d = key.AgoOf, -d
	}
	switch {
	case rounded(d, time.Minute) == 0:
		return v.word(say + "now")
	case d >= 48*time.Hour:
		return v.word(say+"days", engine.Int("n", rounded(d, 24*time.Hour)))
	case d >= 2*time.Hour:
		return v.word(say+"hours", engine.Int("n", rounded(d, time.Hour)))
	default:
		return v.word(say+"minutes", engine.Int("n", rounded(d, time.Minute)))
	}
}

func rounded(d, unit time.Duration) int { return int(math.Round(float64(d) / float64(unit))) }
