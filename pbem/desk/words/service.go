package words

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/key"
)

// Service is a word of the service, understood at any time.
type Service struct {
	Name  string
	Gloss string // message key
	Form  string // how it is written
}

// Services lists all of them.
var Services = []Service{
	{"help", key.CmdHelp, "help [WORD]"},
	{"status", key.CmdStatus, "status [PLAYER]"},
	{"map", key.CmdMap, "map [PLACE|PLAYER]"},
	{"log", key.CmdLog, "log [N]"},
	{"history", key.CmdHistory, "history [COMPANY]"},
	{"export", key.CmdExport, "export [csv|json|log]"},
	{"position", key.CmdPosition, "position N [map PLACE]"},
	{"stats", key.CmdStats, "stats"},
	{"verify", key.CmdVerify, "verify"},
	{"moves", key.CmdMoves, "moves [WORD]"},
	{"rule", key.CmdRule, "rule [SECTION]"},
	{"options", key.CmdOptions, "options"},
	{"readings", key.CmdReadings, "readings"},
	{"preview", key.CmdPreview, "preview"},
	{"confirm", key.CmdConfirm, "confirm CODE"},
	{"partial", key.CmdPartial, "partial ok"},
	{"resend", key.CmdResend, "resend"},
	{"withdraw", key.CmdWithdraw, "withdraw"},
	{"undo", key.CmdUndo, "undo"},
	{"say", key.CmdSay, "say TEXT"},
	{"tell", key.CmdTell, "tell PLAYER TEXT"},
	{"note", key.CmdNote, "note TEXT"},
	{"notes", key.CmdNotes, "notes"},
	{"need", key.CmdNeed, "need TIME"},
	{"away", key.CmdAway, "away DAYS"},
	{"back", key.CmdBack, "back"},
	{"propose", key.CmdPropose, "propose extend TIME|end|call off|replace PLAYER|RULE=VALUE"},
	{"proposals", key.CmdProposals, "proposals"},
	{"sitter", key.CmdSitter, "sitter ADDRESS until DAY"},
	{"resign", key.CmdResign, "resign"},
	{"rematch", key.CmdRematch, "rematch"},
	{"set", key.CmdSet, "set WHAT VALUE"},
	{"tutor", key.CmdTutor, "tutor on|off"},
	{"accept", key.CmdAccept, "accept [WORDS]"},
	{"decline", key.CmdDecline, "decline"},
	{"plans", key.CmdPlans, "plans"},
	{"link", key.CmdLink, "link [calendar]"},
	{"renew", key.CmdRenew, "renew [link]"},
	{"play", key.CmdPlay, "play"},
	{"add", key.CmdAdd, "add ADDRESS"},
}

// Phrases are lines of the service whose first word alone is no command.
var Phrases = []Service{
	{"next", key.CmdPlan, "plan [COMPANY]"},
	{"plan", key.CmdPlan, "plan [COMPANY]"},
	{"always", key.CmdAlways, "always [COMPANY]: ORDER"},
	{"late", key.CmdLate, "late: ORDER"},
	{"what", key.CmdWhatIf, "what if"},
	{"drop", key.CmdDrop, "drop plan N|note N"},
	{"ok", key.CmdOk, "ok N"},
	{"no", key.CmdNo, "no N"},
}

// withoutCompanies are the words that mean less where no turn is a company's.
var withoutCompanies = []Service{
	{"history", key.CmdHistoryAlone, "history"},
	{"export", key.CmdExportAlone, "export [csv|json|log]"},
	{"next", key.CmdPlanAlone, "plan"},
	{"plan", key.CmdPlanAlone, "plan"},
	{"always", key.CmdAlwaysAlone, "always: ORDER"},
}

// WithoutCompanies returns what a word is in a game in which no turn is a company's.
func WithoutCompanies(s Service) Service {
	if i := slices.IndexFunc(withoutCompanies, func(t Service) bool { return t.Name == s.Name }); i >= 0 {
		return withoutCompanies[i]
	}
	return s
}

// IsDrop reports whether a line deletes plans or notes; games have an order "drop", too.
func IsDrop(line string) bool {
	what := First(After(line))
	return First(line) == "drop" && slices.Contains([]string{"plan", "plans", "note", "notes"}, what)
}

// VoteNumber returns the number of the proposal that a line answers: "3" after "ok".
func VoteNumber(rest string) (int, bool) {
	return Number(strings.TrimPrefix(strings.TrimPrefix(engine.Fold(rest), "proposal "), "#"))
}

// votes are the words that answer a proposal. In games some answer an offer, and in mails
// they open a sentence.
var votes = []string{"ok", "yes", "no"}

// IsVote reports whether a line answers a proposal by its number, or is nothing but a yes or no.
func IsVote(line string) bool {
	if !slices.Contains(votes, First(line)) {
		return false
	}
	_, numbered := VoteNumber(After(line))
	return numbered || IsBareVote(line)
}

// IsBareVote reports whether a line is nothing but a yes or no.
func IsBareVote(line string) bool {
	return slices.Contains(votes, engine.Fold(strings.Trim(line, " .,!")))
}

// Proposes reports whether a word after "propose" begins a proposal.
func Proposes(word string) bool {
	return slices.Contains([]string{"undo", "extend", "end", "call", "replace"}, word)
}

// Shorthands are words that are replaced by other lines.
var Shorthands = []Service{
	{"usual", key.CmdUsual, "usual"},
	{"default", key.CmdDefault, "default"},
	{"show", key.CmdShow, "show"},
	{"try", key.CmdTry, "try LINE"},
	{"rules", key.CmdRule, "rule [SECTION]"},
	{"vote", key.CmdPropose, "propose extend TIME|end|call off|replace PLAYER|RULE=VALUE"},
}

// IsService reports whether a word is one of the service.
func IsService(word string) bool {
	return slices.ContainsFunc(Services, func(s Service) bool { return s.Name == word })
}

// Every part of a title's view is a word of the service, too: "market", "company
// 4", "map F17".

// partWords is the maximum number of words after the name of a part: names of players have
// spaces.
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
