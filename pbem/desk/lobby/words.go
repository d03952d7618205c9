package lobby

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/clock"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/names"
	"railpost/pbem/facts/near"
	"railpost/pbem/mail/compose"
)

// confirmWord confirms the request of a mail without a token, or that an address belongs to a profile.
const confirmWord = "confirm"

func isConfirm(line string) bool { return strings.Trim(engine.Fold(line), ` .!"'`) == confirmWord }

// word is a first word of lines to the lobby.
type word struct {
	name   string
	also   []string // other words for it
	form   string   // how it is written
	gloss  string   // the end of its message key, if not the name
	asks   bool     // it changes nothing
	opens  bool     // only where the lobby is open
	beside bool     // no game has this word
	do     func(v *visit, ctx context.Context, args string) error
	// bare returns the words after it in a form that a letter can repeat: without any text that a forger could
	// have addressed to the person in From. nil: the line counts only with a token.
	bare func(ctx context.Context, v *visit, args string) (bare string, is reading)
	how  string // says how a line that lacks something is written
}

// reading is the meaning of a line that begins with a word of the lobby.
type reading int

const (
	talk  reading = iota // or it can be
	short                // incomplete
	long                 // more than a letter can repeat
	whole
)

// all has every word of the lobby, in the order of help.
var all []word

func init() {
	all = []word{
		{name: "games", also: []string{"tables"}, form: "games", asks: true, opens: true, beside: true, do: (*visit).games, bare: oneName},
		{name: "titles", form: "titles", asks: true, opens: true, beside: true, do: (*visit).titles, bare: nothing},
		{name: "new", also: []string{"open", "create"}, form: `new 18mag 4 "Winter"`, opens: true, beside: true, do: (*visit).open, bare: newTable, how: key.NewHow},
		{name: "new", form: "new TITLE solo [easy|normal|hard]", gloss: "solo", opens: true, beside: true, do: (*visit).open, bare: newTable, how: key.NewHow},
		{name: "join", form: "join NAME", opens: true, beside: true, do: (*visit).join, bare: joining, how: key.JoinHow},
		{name: "leave", form: "leave NAME", do: (*visit).leave, bare: opening, how: key.WhichTable},
		{name: "invite", form: "invite ADDRESS NAME", opens: true, do: (*visit).invite},
		{name: "start", also: []string{"begin"}, form: "start NAME", opens: true, do: (*visit).start, bare: opening, how: key.WhichTable},
		{name: "rematch", form: "rematch GAME", opens: true, do: (*visit).rematch, bare: oneName},
		{name: "watch", form: "watch GAME", opens: true, do: (*visit).watch, bare: oneName},
		{name: "unwatch", form: "unwatch GAME", do: (*visit).unwatch, bare: oneName},
		{name: "profile", form: "profile", asks: true, beside: true, do: (*visit).profile, bare: nothing},
		{name: "set", form: "set name|language|zone|letters|digest|view|tap VALUE", do: (*visit).set},
		{name: "add", form: "add ADDRESS", do: (*visit).add},
		{name: "stop", form: "stop", do: (*visit).stop},
		{name: "renew", form: "renew", do: (*visit).renew},
		{name: "forget", form: "forget", do: (*visit).forget},
		{name: "help", form: "help", asks: true, do: (*visit).help},
	}
}

// wordOf returns the word of the lobby with which a line begins; nil if there is none.
func wordOf(line string) *word {
	first := words.First(line)
	i := slices.IndexFunc(all, func(w word) bool { return w.name == first || slices.Contains(w.also, first) })
	if i < 0 {
		return nil
	}
	return &all[i]
}

func rest(line string) string { return strings.TrimRight(words.After(line), " .!") }

// usages explains the words of the lobby.
func usages() (list []engine.Usage) {
	for _, w := range all {
		list = append(list, engine.Usage{Form: w.form, Gloss: key.HowOf + cmp.Or(w.gloss, w.name)})
	}
	return list
}

// misspelt reports whether a line of talk looks like one to the lobby; a signature does not.
func (v *visit) misspelt(line string) bool {
	signs := strings.Contains(engine.Fold(v.in.Message.FromName), words.First(line))
	return strings.Contains(line, " ") && !signs && nearWord(line) != ""
}

// nearWord returns the word of the lobby that the first one of a line is close to; "" for none.
func nearWord(line string) string {
	first := words.First(line)
	if len(first) < leastNear {
		return ""
	}
	names := engine.Each(all, func(w word) string { return w.name })
	return strings.Join(near.Names(first, names, 1), "")
}

// notRead lists lines of talk that were not read, with suggestions.
func (v *visit) notRead(which func(line string) bool) {
	var list []string
	meant := ""
	for _, line := range v.talk {
		if !which(line) || len(list) == repeatedMost {
			continue
		}
		meant = cmp.Or(meant, nearWord(line))
		if r := []rune(line); len(r) > repeatedLength {
			line = string(r[:repeatedLength]) + "..."
		}
		list = append(list, "`"+line+"`")
	}
	if len(list) > 0 {
		v.tell(engine.Msg(key.NotRead, engine.SeveralOf("lines", list, engine.Order), engine.Order("near", meant)))
	}
}

const (
	leastNear      = 4  // letters of a word that can be misspelt
	repeatedMost   = 3  // lines of talk that are repeated
	repeatedLength = 60 // characters of each
)

func nothing(_ context.Context, _ *visit, args string) (string, reading) {
	if args != "" {
		return "", talk
	}
	return "", whole
}

// oneName reads nothing, or the name of a game or a table.
func oneName(ctx context.Context, v *visit, args string) (bare string, is reading) {
	name := tag(args)
	switch {
	case name == "":
		return "", whole
	case !compose.ValidTag(name):
		return "", talk
	case !v.known(ctx, name):
		return "", long
	}
	return name, whole
}

// known reports whether a game or a table has a name.
func (v *visit) known(ctx context.Context, name string) bool {
	known, err := profiles.NameTaken(ctx, v.c, name)
	v.c.Fail(err)
	return known
}

// opening reads the name of a table in formation, which words may follow.
func opening(ctx context.Context, v *visit, args string) (bare string, is reading) {
	list := fields(args)
	switch {
	case len(list) == 0 || !v.known(ctx, tag(list[0])):
		return "", talk
	case profiles.Opening(ctx, v.c, tag(list[0])) == nil:
		return "", short
	case len(list) > 1:
		return "", long
	}
	return tag(list[0]), whole
}

// joining is opening for "join", which no game knows: any one word is meant for a name.
func joining(ctx context.Context, v *visit, args string) (bare string, is reading) {
	bare, is = opening(ctx, v, args)
	if is == talk && compose.ValidTag(args) {
		is = short
	}
	return bare, is
}

// newTable reads a title, a number, a name and a pace; or a game alone. A title alone counts as meant.
func newTable(ctx context.Context, v *visit, args string) (bare string, is reading) {
	list := fields(args)
	if len(list) == 0 || v.title(list[0]) == nil {
		return "", talk
	}
	bare = v.title(list[0]).Name()
	if len(list) == 2 && list[1] == soloWord {
		return bare + " " + soloWord, whole
	}
	if len(list) < 3 {
		return bare, short
	}
	seats, err := strconv.Atoi(list[1])
	name := tag(list[2])
	switch {
	case err != nil:
		return bare, short
	case seats < 1 || seats > seatsMost || !compose.ValidTag(name):
		return "", long
	}
	bare = fmt.Sprintf("%s %d %s", bare, seats, name)
	switch {
	case len(list) == 3:
		return bare, whole
	case len(list) > 4 && list[3] == "pace":
		if d, err := clock.ParseDuration(strings.Join(list[4:], " ")); err == nil {
			return bare + " pace " + clock.FormatDuration(d), whole
		}
	}
	return "", long
}

var quotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`)

// fields cuts a line into words; text in quotation marks is one.
func fields(line string) (list []string) {
	quoted := false
	for i, part := range strings.Split(quotes.Replace(line), `"`) {
		if quoted = i%2 == 1; quoted {
			list = append(list, strings.TrimSpace(part))
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

// tag returns a name as games are called: Winter II is winter-ii. It may still be no valid one.
func tag(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(name)) {
		switch f := engine.Fold(string(r)); {
		case r == ' ', r == '-', r == '_':
			b.WriteByte('-')
		default:
			b.WriteString(f)
		}
	}
	return b.String()
}

// validName is names.Valid for a name in a line or in From.
func (l *Lobby) validName(name string) string {
	return names.Valid(name, l.Desk.Templates.Words(), l.Config.Identity.SiteName)
}
