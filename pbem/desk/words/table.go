package words

import (
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/key"
)

// Table has all words of the service for players, in the order of help. A word that is added here has its line of help,
// its limits and its place in every mail; what it does is bound in its room (see Deeds).
var Table = []Word{
	{Name: "help", Form: "help [WORD]", Gloss: key.CmdHelp, Even: NoToken},
	{Name: "status", Form: "status [PLAYER]", Gloss: key.CmdStatus, Even: NoToken, Sought: []string{"worth", "bank", "score", "scores", "points"}},
	{Name: "map", Form: "map [PLACE|PLAYER]", Gloss: key.CmdMap, Not: Early},
	{Name: "log", Form: "log [N]", Gloss: key.CmdLog, Not: Early},
	{Name: "history", Form: "history [COMPANY]", Gloss: key.CmdHistory, Alone: key.CmdHistoryAlone, Not: Early, Sought: []string{"chart", "prices", "dividends"}},
	{Name: "export", Form: "export [csv|json|log]", Gloss: key.CmdExport, Alone: key.CmdExportAlone, Not: Early},
	{Name: "position", Form: "position N [map PLACE]", Gloss: key.CmdPosition, Not: Early},
	{Name: "stats", Form: "stats", Gloss: key.CmdStats, Not: Early},
	{Name: "verify", Form: "verify", Gloss: key.CmdVerify, Not: Early},
	{Name: "moves", Form: "moves [WORD]", Gloss: key.CmdMoves, Not: Early},
	{Name: "rule", Form: "rule [SECTION]", Gloss: key.CmdRule},
	{Name: "options", Form: "options", Gloss: key.CmdOptions, Even: Guest},
	{Name: "readings", Form: "readings", Gloss: key.CmdReadings, Even: Guest},
	{Name: "preview", Form: "preview", Gloss: key.CmdPreview, Kind: Mode, Not: Early},
	{Name: "confirm", Form: "confirm CODE", Gloss: key.CmdConfirm, Kind: Acts},
	{Name: "partial", Form: "partial ok", Gloss: key.CmdPartial, Kind: Mode, Not: Early, Even: Unproven},
	{Name: "resend", Form: "resend", Gloss: key.CmdResend, Even: NoToken},
	{Name: "withdraw", Form: "withdraw", Gloss: key.CmdWithdraw, Kind: Acts, Even: Unproven},
	{Name: "undo", Form: "undo", Gloss: key.CmdUndo, Kind: Acts, Not: Idle | Resigned | Stale, Even: Unproven},
	{Name: "say", Form: "say TEXT", Gloss: key.CmdSay, Kind: Acts, Not: Early, Even: Unproven},
	{Name: "tell", Form: "tell PLAYER TEXT", Gloss: key.CmdTell, Kind: Acts},
	{Name: "ignore", Form: "ignore PLAYER [off]", Gloss: key.CmdIgnore, Kind: Acts, Not: Early | Sitter, Needs: func(v *Vocabulary, rest string) bool {
		return rest == "" || signs(withoutOff(rest), v.names...)
	}},
	{Name: "note", Form: "note TEXT", Gloss: key.CmdNote, Kind: Acts, Not: Sitter},
	{Name: "notes", Form: "notes", Gloss: key.CmdNotes, Not: Sitter},
	{Name: "need", Form: "need TIME", Gloss: key.CmdNeed, Kind: Acts, Not: Resigned, Even: Unproven},
	{Name: "away", Form: "away DAYS", Gloss: key.CmdAway, Kind: Acts, Not: Sitter | Resigned, Even: Unproven},
	{Name: "back", Form: "back", Gloss: key.CmdBack, Kind: Acts, Not: Sitter, Even: Unproven},
	{Name: "propose", Form: proposals, Gloss: key.CmdPropose, Kind: Acts, Not: Idle | Sitter | Resigned},
	{Name: "proposals", Form: "proposals", Gloss: key.CmdProposals, Not: Early},
	{Name: "sitter", Form: "sitter ADDRESS until DAY", Gloss: key.CmdSitter, Kind: Acts, Not: Early | Sitter | Resigned},
	{Name: "resign", Form: "resign", Gloss: key.CmdResign, Kind: Acts, Not: Early | Ended | Sitter},
	{Name: "rematch", Form: "rematch", Gloss: key.CmdRematch, Kind: Acts},
	{Name: "set", Form: "set WHAT VALUE", Gloss: key.CmdSet, Kind: Acts, Not: Sitter, Even: Guest},
	{Name: "tutor", Form: "tutor on|off", Gloss: key.CmdTutor, Kind: Acts, Not: Sitter},
	{Name: "accept", Form: "accept [WORDS]", Gloss: key.CmdAccept, Kind: Acts, Even: Guest},
	{Name: "decline", Form: "decline", Gloss: key.CmdDecline, Kind: Acts, Even: Guest},
	{Name: "plans", Form: "plans", Gloss: key.CmdPlans},
	{Name: "link", Form: "link [calendar]", Gloss: key.CmdLink, Kind: Acts, Not: Sitter | Pageless},
	{Name: "renew", Form: "renew [link]", Gloss: key.CmdRenew, Kind: Acts, Not: Sitter},
	{Name: "play", Form: "play", Gloss: key.CmdPlay, Kind: Acts, Not: Sitter | Stale},
	{Name: "add", Form: "add ADDRESS", Gloss: key.CmdAdd, Kind: Acts, Not: Sitter | Stale},

	{Name: "next", Form: "plan [COMPANY]", Gloss: key.CmdPlan, Alone: key.CmdPlanAlone, Kind: Phrase},
	{Name: "plan", Form: "plan [COMPANY]", Gloss: key.CmdPlan, Alone: key.CmdPlanAlone, Kind: Phrase},
	{Name: "always", Form: "always [COMPANY]: ORDER", Gloss: key.CmdAlways, Alone: key.CmdAlwaysAlone, Kind: Phrase},
	{Name: "late", Form: "late: ORDER", Gloss: key.CmdLate, Kind: Phrase},
	{Name: "what", Form: "what if", Gloss: key.CmdWhatIf, Kind: Phrase},
	{Name: "drop", Form: "drop plan N|note N", Gloss: key.CmdDrop, Kind: Phrase},
	{Name: "ok", Form: "ok N", Gloss: key.CmdOk, Kind: Vote, Not: Idle | Sitter | Resigned | Stale},
	{Name: "yes", Kind: Vote, Not: Idle | Sitter | Resigned | Stale},
	{Name: "no", Form: "no N", Gloss: key.CmdNo, Kind: Vote, Not: Idle | Sitter | Resigned | Stale},

	{Name: "usual", Form: "usual", Gloss: key.CmdUsual, Kind: Short},
	{Name: "default", Form: "default", Gloss: key.CmdDefault, Kind: Short},
	{Name: "show", Form: "show", Gloss: key.CmdShow, Kind: Short, Not: Early, Stands: func(_ *Vocabulary, rest string) []string {
		return linesIf(rest == "", "status", "map")
	}},
	{Name: "try", Form: "try LINE", Gloss: key.CmdTry, Kind: Short, Not: Early, Stands: func(v *Vocabulary, rest string) []string {
		_, number := Number(rest)
		return linesIf(v.verbs[First(rest)] || number || IsTurn(rest), "preview "+rest)
	}},
	{Name: "rules", Form: "rule [SECTION]", Gloss: key.CmdRule, Kind: Short, Even: Guest, Stands: func(_ *Vocabulary, rest string) []string {
		return linesIf(len(strings.Fields(rest)) <= citedWords, "rule "+rest)
	}},
	{Name: "vote", Form: proposals, Gloss: key.CmdPropose, Kind: Short, Not: Early, Stands: func(_ *Vocabulary, rest string) []string {
		return linesIf(proposes[First(rest)] || strings.Contains(rest, "="), "propose "+rest)
	}},
	{Name: "extend", Kind: Short, Stands: func(_ *Vocabulary, rest string) []string {
		return linesIf(rest != "", "propose extend "+rest)
	}},
}

const proposals = "propose extend TIME|end|call off|replace PLAYER|RULE=VALUE"

// proposes are the words that begin a proposal after "propose".
var proposes = map[string]bool{"undo": true, "extend": true, "end": true, "call": true, "replace": true}

// citedWords is the maximum number of words after "rules": "Railroad Tycoon: The Boardgame,
// Auction for first player".
const citedWords = 8

// withoutOff returns a line without "off" at its end.
func withoutOff(line string) string {
	words := strings.Fields(line)
	if n := len(words) - 1; n > 0 && engine.Fold(strings.Trim(words[n], ".!")) == "off" {
		words = words[:n]
	}
	return strings.Join(words, " ")
}

func linesIf(is bool, lines ...string) []string {
	if is {
		return lines
	}
	return nil
}
