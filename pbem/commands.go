package pbem

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/templates"
)

// command is one word of the service, understood at any time.
type command struct {
	name  string
	gloss string // message key
	form  string // how it is written
	acts  bool   // it changes something, which a preview must not
	do    func(h *handling, rest string) (bool, error)
}

// commandTable is the single list of the service's words: the parser, help and
// the vocabulary of the reader of mails walk it.
var commandTable []command

func init() {
	commandTable = []command{
		{"help", "pbem.cmd.help", "help [WORD]", false, (*handling).help},
		{"status", "pbem.cmd.status", "status [PLAYER]", false, (*handling).status},
		{"map", "pbem.cmd.map", "map [PLACE|PLAYER]", false, (*handling).showMap},
		{"log", "pbem.cmd.log", "log [N]", false, (*handling).log},
		{"moves", "pbem.cmd.moves", "moves [WORD]", false, (*handling).moves},
		{"rule", "pbem.cmd.rule", "rule [SECTION]", false, (*handling).rule},
		{"preview", "pbem.cmd.preview", "preview", false, (*handling).modeHow},
		{"partial", "pbem.cmd.partial", "partial ok", false, (*handling).modeHow},
		{"resend", "pbem.cmd.resend", "resend", false, (*handling).resend},
		{"undo", "pbem.cmd.undo", "undo", true, (*handling).undo},
		{"say", "pbem.cmd.say", "say TEXT", true, (*handling).say},
		{"set", "pbem.cmd.set", "set zone|letters|address VALUE", true, (*handling).set},
		{"accept", "pbem.cmd.accept", "accept [WORDS]", true, (*handling).accept},
		{"decline", "pbem.cmd.decline", "decline", true, (*handling).decline},
		{"renew", "pbem.cmd.renew", "renew", true, (*handling).renew},
		{"play", "pbem.cmd.play", "play", true, (*handling).playPending},
		{"add", "pbem.cmd.add", "add ADDRESS", true, (*handling).addAddress},
	}
}

// shorthands are words for which others are put in place before a mail is worked
// out (otherWords).
var shorthands = []command{
	{name: "show", gloss: "pbem.cmd.show", form: "show"},
	{name: "try", gloss: "pbem.cmd.try", form: "try LINE"},
	{name: "rules", gloss: "pbem.cmd.rule", form: "rule [SECTION]"},
}

// notYet are words of a later version (roadmap): asked for, they get "not yet".
var notYet = strings.Fields("plan auto away extend default resign vote tell substitute replace takeover observe digest tutor rematch ok no confirm note diary propose")

func findCommand(word string) *command {
	for i := range commandTable {
		if engine.Fold(commandTable[i].name) == word {
			return &commandTable[i]
		}
	}
	return nil
}

// command carries out one word of the service. false: the mail is refused.
func (h *handling) command(line string) (bool, error) {
	word := firstWord(line)
	c := findCommand(word)
	if p, arg, ok := partOf(h.parts(), line); c == nil && ok {
		c = &command{name: p.Name, do: func(h *handling, _ string) (bool, error) { return h.showPart(p, arg) }}
	}
	switch {
	case c == nil:
		h.tell(engine.Msg("pbem.not-yet", engine.Text("word", word)))
		return true, nil
	case c.acts && h.mode.Preview:
		h.tell(engine.Msg("pbem.preview-orders-only", engine.Text("word", word)))
		return true, nil
	case h.in.gone && ofItsTime(word):
		h.kind, h.f.Enclose = templates.Stale, true
		h.tellGone()
		return false, nil
	case !c.acts && h.answeredAlready(line):
		return true, nil
	}
	return c.do(h, afterWord(line))
}

// answeredAlready: the same was asked in this mail at the same step. One
// answer is enough, and a mail of such lines brings no letter of a megabyte.
func (h *handling) answeredAlready(line string) bool {
	q := fmt.Sprintf("%d %s", h.c.Seq(), engine.Fold(line))
	if slices.Contains(h.asked, q) {
		return true
	}
	h.asked = append(h.asked, q)
	return false
}

// afterWord is what stands behind the first word of a line.
func afterWord(line string) string {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, " \t:")
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(strings.TrimLeft(line[i:], " \t:"))
}

// modeHow: "preview" and "partial ok" are taken out of a mail before its lines
// are worked out, so what comes here is written otherwise.
func (h *handling) modeHow(string) (bool, error) { return h.refuse("pbem.mode-how") }

const (
	logDefault = 20
	logMost    = 500
)

func (h *handling) log(rest string) (bool, error) {
	h.f.Log = logDefault
	if rest == "" {
		return true, nil
	}
	n, err := strconv.Atoi(strings.Trim(rest, " ."))
	if err != nil || n < 1 {
		return h.refuse("pbem.log-number", engine.Text("word", rest))
	}
	h.f.Log = min(n, logMost)
	return true, nil
}

// A list that was asked for has at most movesMost lines; one of all orders at
// most movesPerFirst for each first answer.
const (
	movesMost     = 120
	movesPerFirst = 12
)

// listsAMail bounds how often a mail may have legal lines looked for.
const listsAMail = 5

func (h *handling) moves(rest string) (bool, error) {
	if h.c.Next == nil {
		return h.refuse("pbem.not-begun")
	}
	if len(h.c.Next.Pos.Prompts(h.seat)) == 0 || rest != "" && h.onlyAside() {
		h.tell(engine.Msg("pbem.moves-not-asked"))
		return true, nil
	}
	if h.lists++; h.lists > listsAMail {
		if h.lists == listsAMail+1 {
			h.tell(engine.Msg("pbem.moves-often", engine.Int("limit", listsAMail)))
		}
		return true, nil
	}
	perFirst := 0
	if rest == "" {
		perFirst = movesPerFirst
	}
	h.f.Choices, h.f.More = letters.List(h.c.Next, h.seat, rest, perFirst, movesMost)
	for i := range h.f.Choices {
		h.f.Choices[i].N = 0 // numbers belong to the letter's own list
	}
	if len(h.f.Choices)+len(h.f.More) == 0 {
		h.tell(engine.Msg("pbem.moves-none", engine.Text("word", rest)))
	}
	return true, nil
}

// onlyAside: the seat is not waited for, and what it may say beforehand is not listed.
func (h *handling) onlyAside() bool {
	return !slices.ContainsFunc(h.c.Next.Pos.Prompts(h.seat), func(p engine.Prompt) bool { return !letters.OnTheSide(p) })
}

func (h *handling) resend(string) (bool, error) {
	switch {
	case h.c.Table.State == table.Inviting:
		h.kind = templates.Invitation
	case h.c.Next == nil:
		h.tell(engine.Msg("pbem.status-" + string(h.c.Table.State)))
	default:
		h.f.Enclose = true
		h.tell(engine.Msg("pbem.resent"))
	}
	return true, nil
}

// sayMost is what can be said in one line, sayADay what a seat can say in a day,
// in characters: the letters of all others carry it.
const (
	sayMost = extract.LineMost - len("say ")
	sayADay = 20_000
)

func (h *handling) say(rest string) (bool, error) {
	if rest == "" {
		return h.refuse("pbem.say-how", engine.Int("limit", sayMost))
	}
	if h.c.Next == nil {
		return h.refuse("pbem.not-running-" + string(h.c.Table.State))
	}
	n, err := h.c.AddToday("said/"+journal.SeatKey(h.c.Table.Game, h.seat), len([]rune(rest)))
	if err != nil {
		return false, err
	}
	if n > sayADay {
		return h.refuse("pbem.say-often", engine.Int("limit", sayADay), engine.Text("at", journal.Tomorrow(h.c.At).Format(time.RFC3339)))
	}
	h.c.Note(h.seat, engine.Report{Message: engine.Msg("pbem.said", engine.Player("seat", h.seat), engine.Text("text", rest))})
	h.acted = true
	h.tell(engine.Msg("pbem.say-done"))
	return true, nil
}
