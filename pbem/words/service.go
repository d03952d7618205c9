package words

import (
	"slices"
	"strings"

	"railpost/engine"
)

// Service is a word of the service, understood at any time.
type Service struct {
	Name  string
	Gloss string // message key
	Form  string // how it is written
}

// Services is the list of them all. What one does stands where it is done.
var Services = []Service{
	{"help", "pbem.cmd.help", "help [WORD]"},
	{"status", "pbem.cmd.status", "status [PLAYER]"},
	{"map", "pbem.cmd.map", "map [PLACE|PLAYER]"},
	{"log", "pbem.cmd.log", "log [N]"},
	{"moves", "pbem.cmd.moves", "moves [WORD]"},
	{"rule", "pbem.cmd.rule", "rule [SECTION]"},
	{"preview", "pbem.cmd.preview", "preview"},
	{"partial", "pbem.cmd.partial", "partial ok"},
	{"resend", "pbem.cmd.resend", "resend"},
	{"undo", "pbem.cmd.undo", "undo"},
	{"say", "pbem.cmd.say", "say TEXT"},
	{"set", "pbem.cmd.set", "set zone|letters|address VALUE"},
	{"accept", "pbem.cmd.accept", "accept [WORDS]"},
	{"decline", "pbem.cmd.decline", "decline"},
	{"renew", "pbem.cmd.renew", "renew"},
	{"play", "pbem.cmd.play", "play"},
	{"add", "pbem.cmd.add", "add ADDRESS"},
}

// Shorthands are words for which others are put in place before a mail is worked
// out (otherWords).
var Shorthands = []Service{
	{"show", "pbem.cmd.show", "show"},
	{"try", "pbem.cmd.try", "try LINE"},
	{"rules", "pbem.cmd.rule", "rule [SECTION]"},
}

// IsService reports whether a word is one of the service.
func IsService(word string) bool {
	return slices.ContainsFunc(Services, func(s Service) bool { return s.Name == word })
}

// NotYet are words of a later version (roadmap): asked for, they get "not yet".
var NotYet = strings.Fields("plan auto away extend default resign vote tell substitute replace takeover observe digest tutor rematch ok no confirm note diary propose")

// Every part of a title's view is a word of the service, too: "market", "company
// 4", "map F17".

// partWords is how many words may follow the name of a part: names of players have
// blanks.
const partWords = 3

// PartOf returns the part that a line asks for, and the words after its name. A line
// with more words than a part takes is talk.
func PartOf(parts []engine.Part, line string) (p engine.Part, arg string, ok bool) {
	word, arg := First(line), strings.Trim(After(line), " .?!")
	i := slices.IndexFunc(parts, func(p engine.Part) bool { return engine.Fold(p.Name) == word })
	if i < 0 {
		return engine.Part{}, "", false
	}
	most := partWords
	if parts[i].Arg == "" {
		most = 1
	}
	return parts[i], arg, len(strings.Fields(arg)) <= most
}
