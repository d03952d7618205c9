package templates

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"railpost/engine"
	"railpost/templates/key"
)

// voice says messages to one reader.
type voice struct {
	*tongue
	in      func(lang string) *tongue // another language
	title   string                    // whose names data gives; "" in English
	book    phrasebook                // the reader's words for orders; nil: they are the log's
	players []string                  // cleaned names by seat
	seat    engine.Seat
	zone    *time.Location
	now     time.Time
	spoken  bool // to a reader who listens

	rooms [][]byte // to fill messages in, for those within a message, too
	depth int
}

func (s *Set) voice(lang, title string, players []string, seat engine.Seat, zone *time.Location) *voice {
	v := &voice{tongue: s.tongue(lang), in: s.tongue, seat: seat, zone: zone}
	v.setTitle(title)
	if v.zone == nil {
		v.zone = time.UTC
	}
	v.players = each(players, cleanName)
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
	if p, ok := v.pieces[key]; ok {
		out, err = v.fill(p, m.Args)
	} else if p, ok := v.single[key]; ok {
		out, err = p.Execute(v.data(m.Args))
	} else if v.messages[key] == nil {
		return "[" + m.Key + "]"
	} else {
		out, err = v.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, TemplateParser: fill, TemplateData: v.data(m.Args), PluralCount: count(m.Args)})
	}
	// An error beside a sentence only means that it was taken from English.
	if out == "" && err != nil {
		return "[" + m.Key + "]"
	}
	return out
}

// fill fills in a message. What it has in several pieces is joined in room that is used again.
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

// variant returns a message in the words of KEY.VARIANT, without the full stop; "" if there
// are none: see doc.go.
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

// arg returns an argument as it is filled in: a number remains one, so that text/template
// can compare it.
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
		words := make([]string, 0, len(a.List))
		for _, p := range a.List {
			words = append(words, v.argText(p))
		}
		return v.join(words)
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
func (v *voice) names(seats []engine.Seat) string {
	var words []string
	for _, s := range seats {
		words = append(words, v.name(s))
	}
	return v.join(words)
}

// sentence gives a phrase a capital and a full stop. An order word, as black-1, keeps its
// small letter.
func sentence(s string) string {
	s = strings.TrimRight(s, " ") // an empty last argument leaves a space
	if s == "" || s[0] == '[' {
		return s
	}
	if first, _, _ := strings.Cut(s, " "); !strings.ContainsAny(first, "0123456789") {
		s = upperFirst(s)
	}
	if stops(s) || strings.HasSuffix(s, ":") {
		return s
	}
	return s + "."
}

// stops reports whether a text ends as a sentence does.
func stops(s string) bool {
	return strings.HasSuffix(s, "…") || s != "" && strings.ContainsAny(s[len(s)-1:], ".!?")
}

// upperFirst gives a text a capital, behind the marks with which a sentence opens.
func upperFirst(s string) string {
	bare := strings.TrimLeft(s, "¿¡«“")
	r, n := utf8.DecodeRuneInString(bare)
	return s[:len(s)-len(bare)] + string(unicode.ToUpper(r)) + bare[n:]
}

// lowerFirst gives a text a small letter, but for an abbreviation.
func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// phrase removes the full stop.
func phrase(s string) string { return strings.TrimSuffix(strings.TrimRight(s, " "), ".") }
