package lobby

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/pbem/lobby/key"
	"railpost/pbem/words"
)

// confirmWord confirms what a mail without a token has asked for, or that an address belongs
// to a profile.
const confirmWord = "confirm"

func isConfirm(line string) bool {
	return strings.Trim(engine.Fold(line), ` .!"'`) == confirmWord
}

// word is a first word of lines to the lobby.
type word struct {
	name  string
	forms []string // how it is written
	gloss string
	asks  bool // it changes nothing
	opens bool // only where the lobby is open
	do    func(v *visit, args string) error
	fits  func(v *visit, args string) bool // whether what follows can be meant so; nil: only with a token
}

var all []word

func init() {
	all = []word{
		{"games", []string{"games", "games NAME"}, key.HowOf + "games", true, true, (*visit).games, oneName},
		{"titles", []string{"titles"}, key.HowOf + "titles", true, true, (*visit).titles, nothing},
		{"new", []string{`new 18mag 4 "Winter"`, `new 18mag 4 "Winter" pace 3d`}, key.HowOf + "new", false, true, (*visit).open, newTable},
		{"join", []string{"join NAME"}, key.HowOf + "join", false, true, (*visit).join, opening},
		{"leave", []string{"leave NAME"}, key.HowOf + "leave", false, false, (*visit).leave, opening},
		{"invite", []string{"invite ADDRESS NAME"}, key.HowOf + "invite", false, true, (*visit).invite, invitation},
		{"start", []string{"start NAME"}, key.HowOf + "start", false, true, (*visit).start, opening},
		{"rematch", []string{"rematch GAME"}, key.HowOf + "rematch", false, true, (*visit).rematch, oneName},
		{"profile", []string{"profile"}, key.HowOf + "profile", true, false, (*visit).profile, nothing},
		{"set", []string{"set name|language|zone|letters|view VALUE"}, key.HowOf + "set", false, false, (*visit).set, nil},
		{"add", []string{"add ADDRESS"}, key.HowOf + "add", false, false, (*visit).add, nil},
		{"stop", []string{"stop"}, key.HowOf + "stop", false, false, (*visit).stop, nil},
		{"renew", []string{"renew"}, key.HowOf + "renew", false, false, (*visit).renew, nil},
		{"forget", []string{"forget"}, key.HowOf + "forget", false, false, (*visit).forget, nil},
		{"help", []string{"help"}, key.HowOf + "help", true, false, (*visit).help, nil},
	}
}

// wordOf returns the word of the lobby with which a line begins; nil if it is none.
func wordOf(line string) *word {
	first := words.First(line)
	i := slices.IndexFunc(all, func(w word) bool { return w.name == first })
	if i < 0 {
		return nil
	}
	return &all[i]
}

func rest(line string) string { return strings.TrimRight(words.After(line), " .!") }

// usages explains the words of the lobby.
func usages(open bool) (list []engine.Usage) {
	for _, w := range all {
		if open || !w.opens {
			list = append(list, engine.Usage{Form: strings.Join(w.forms[:1], ", "), Gloss: w.gloss})
		}
	}
	return list
}

func nothing(_ *visit, args string) bool { return args == "" }

func oneName(_ *visit, args string) bool {
	return args == "" || compose.ValidTag(tag(args)) && !strings.Contains(args, " ")
}

// opening reports whether the first word is a table in formation.
func opening(v *visit, args string) bool {
	fields := fields(args)
	return len(fields) > 0 && v.c.Opening(tag(fields[0])) != nil
}

// invitation reports whether an address comes first, and then at most a table in formation.
func invitation(v *visit, args string) bool {
	list := fields(args)
	if len(list) == 0 || len(list) > 2 {
		return false
	}
	_, err := v.addressIn(list[0])
	return err == nil && (len(list) == 1 || opening(v, list[1]))
}

func newTable(v *visit, args string) bool {
	list := fields(args)
	if len(list) < 3 || v.title(list[0]) == nil {
		return false
	}
	_, err := strconv.Atoi(list[1])
	return err == nil
}

var quotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`)

// fields cuts a line into words; what stands in quotation marks is one.
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

// longestName is how long a name in the lobby may be.
const longestName = 30

// validName returns a name by which somebody can be called in letters to people who do not
// know them; "" if it could be more than a name. A name that says something would make the
// service send a stranger's words.
func validName(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	letters := 0
	for i, r := range name {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.Is(unicode.Mn, r), unicode.IsDigit(r), r == ' ', r == '\'', r == '-':
		case r == '.' && (i+1 == len(name) || name[i+1] == ' '): // no domain
		default:
			return ""
		}
	}
	if letters == 0 || len([]rune(name)) > longestName || strings.HasPrefix(engine.Fold(name), "www") {
		return ""
	}
	return name
}
