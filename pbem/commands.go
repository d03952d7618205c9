package pbem

import (
	"net/mail"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/table"
	"railpost/templates"
)

// command is one word of the service, understood at any time.
type command struct {
	name  string
	gloss string // message key
	form  string // how it is written
	do    func(h *handling, rest string) (bool, error)
}

// commandTable is the single list of the service's words: the parser, help and
// the vocabulary of the reader of mails walk it.
var commandTable []command

func init() {
	commandTable = []command{
		{"help", "pbem.cmd.help", "help [WORD]", (*handling).help},
		{"status", "pbem.cmd.status", "status", (*handling).status},
		{"map", "pbem.cmd.map", "map [PLACE]", (*handling).showMap},
		{"log", "pbem.cmd.log", "log [N]", (*handling).log},
		{"moves", "pbem.cmd.moves", "moves [WORD]", (*handling).moves},
		{"preview", "pbem.cmd.preview", "preview", nil},
		{"partial", "pbem.cmd.partial", "partial ok", nil},
		{"resend", "pbem.cmd.resend", "resend", (*handling).resend},
		{"undo", "pbem.cmd.undo", "undo", func(h *handling, _ string) (bool, error) { return h.undo() }},
		{"say", "pbem.cmd.say", "say TEXT", (*handling).say},
		{"set", "pbem.cmd.set", "set zone|letters|address VALUE", (*handling).set},
		{"accept", "pbem.cmd.accept", "accept", (*handling).accept},
		{"decline", "pbem.cmd.decline", "decline", (*handling).decline},
		{"renew", "pbem.cmd.renew", "renew", (*handling).renew},
		{"play", "pbem.cmd.play", "play", (*handling).playPending},
		{"add", "pbem.cmd.add", "add ADDRESS", (*handling).addAddress},
	}
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
func (h *handling) command(it item) (bool, error) {
	word := firstWord(it.line)
	c := findCommand(word)
	if c == nil {
		h.tell(engine.Msg("pbem.not-yet", engine.Text("word", word)))
		return true, nil
	}
	if c.do == nil {
		return true, nil
	}
	rest := strings.TrimSpace(it.line)
	if i := strings.IndexAny(rest, " \t:"); i >= 0 {
		rest = strings.TrimSpace(strings.TrimLeft(rest[i:], " \t:"))
	} else {
		rest = ""
	}
	return c.do(h, rest)
}

// help lists what can be written: the verbs that answer what is asked, and the
// service's words.
func (h *handling) help(rest string) (bool, error) {
	word := firstWord(rest)
	if h.c.next != nil {
		h.f.Help = append(h.f.Help, engine.Help(h.c.next.Pos.View(h.seat), h.seat, word)...)
	}
	for _, c := range commandTable {
		if strings.HasPrefix(engine.Fold(c.name), word) {
			h.f.Help = append(h.f.Help, engine.Usage{Verb: c.name, Form: c.form, Gloss: c.gloss})
		}
	}
	if len(h.f.Help) == 0 {
		h.tell(engine.Msg("pbem.help-unknown", engine.Text("word", rest)))
	}
	return true, nil
}

// status tells where the game stands and shows the table.
func (h *handling) status(string) (bool, error) {
	if h.c.next == nil {
		h.tell(engine.Msg("pbem.status-" + string(h.c.table.State)))
		return true, nil
	}
	return h.show("table", "")
}

func (h *handling) showMap(rest string) (bool, error) {
	if h.c.next == nil {
		return h.refuse("pbem.not-begun")
	}
	part := "map"
	if !slices.ContainsFunc(h.c.next.Title.Parts(), func(p engine.Part) bool { return p.Name == part }) {
		part = "board"
	}
	return h.show(part, rest)
}

// show adds a part of the position, as the seat may know it.
func (h *handling) show(part, arg string) (bool, error) {
	g := h.c.next
	blocks, err := g.Title.Sheet(g.Pos.View(h.seat), h.seat, part, arg)
	if r, ok := engine.AsRefusal(err); ok {
		h.tell(r.Why)
		return true, nil
	}
	if err != nil {
		return false, &faultError{err}
	}
	h.f.Blocks = append(h.f.Blocks, blocks...)
	return true, nil
}

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

// movesMost bounds a list that was asked for.
const movesMost = 120

func (h *handling) moves(rest string) (bool, error) {
	if h.c.next == nil {
		return h.refuse("pbem.not-begun")
	}
	if len(h.c.next.Pos.Prompts(h.seat)) == 0 {
		h.tell(engine.Msg("pbem.moves-not-asked"))
		return true, nil
	}
	h.f.Choices, h.f.More = listChoices(h.c.next, h.seat, rest, 0, movesMost)
	if rest == "" {
		h.f.Choices, h.f.More = listChoices(h.c.next, h.seat, "", 12, movesMost)
	}
	for i := range h.f.Choices {
		h.f.Choices[i].N = 0 // numbers belong to the letter's own list
	}
	if len(h.f.Choices) == 0 {
		h.tell(engine.Msg("pbem.moves-none", engine.Text("word", rest)))
	}
	return true, nil
}

func (h *handling) resend(string) (bool, error) {
	h.f.Enclose = true
	h.tell(engine.Msg("pbem.resent"))
	if h.c.next == nil {
		h.tell(engine.Msg("pbem.status-" + string(h.c.table.State)))
	}
	return true, nil
}

// sayMost bounds what can be said in one mail, in characters.
const sayMost = 2000

func (h *handling) say(rest string) (bool, error) {
	if rest == "" || len([]rune(rest)) > sayMost {
		return h.refuse("pbem.say-how", engine.Int("limit", sayMost))
	}
	if h.c.next == nil {
		return h.refuse("pbem.not-begun")
	}
	h.c.note(h.seat, engine.Report{Message: engine.Msg("pbem.said", engine.Player("seat", h.seat), engine.Text("text", rest))})
	h.acted = true
	h.tell(engine.Msg("pbem.say-done"))
	return true, nil
}

func (h *handling) set(rest string) (bool, error) {
	what, value, _ := strings.Cut(rest, " ")
	value = strings.TrimSpace(value)
	p := &h.c.table.Players[h.seat]
	switch strings.ToLower(what) {
	case "zone":
		z, err := clock.LoadZone(value)
		if err != nil {
			return h.refuse("pbem.set-zone-unknown", engine.Text("zone", value), engine.Text("why", err.Error()))
		}
		p.Zone = z.String()
		h.acted = true
		h.tell(engine.Msg("pbem.set-zone", engine.Text("zone", p.Zone)))
	case "letters":
		l := table.Letters(strings.ToLower(value))
		if l != table.All && l != table.Mine && l != table.Off {
			return h.refuse("pbem.set-letters-how", engine.Text("value", value))
		}
		p.Letters = l
		h.acted = true
		h.tell(engine.Msg("pbem.set-letters-" + string(l)))
	case "address":
		return h.setAddress(value)
	default:
		return h.refuse("pbem.set-how", engine.Text("what", what))
	}
	return true, nil
}

// setAddress makes an address the one letters go to. The old one stays on file
// and is told, so that nobody is cut off by a typing error.
func (h *handling) setAddress(value string) (bool, error) {
	a, err := mail.ParseAddress(value)
	if err != nil {
		return h.refuse("pbem.set-address-how", engine.Text("value", value))
	}
	p := &h.c.table.Players[h.seat]
	old := p.Addresses[0]
	p.Addresses = slices.DeleteFunc(p.Addresses, func(x string) bool { return strings.EqualFold(x, a.Address) })
	p.Addresses = append([]string{a.Address}, p.Addresses...)
	if err := h.remember(a.Address); err != nil {
		return false, err
	}
	h.acted = true
	told := engine.Msg("pbem.set-address", engine.Text("address", a.Address), engine.Text("old", old))
	h.tell(told)
	if strings.EqualFold(old, a.Address) {
		return true, nil
	}
	return true, h.c.queueTo(h.seat, old, templates.Answer, facts{Told: []engine.Message{told}})
}

// remember puts the game among those of an address.
func (h *handling) remember(address string) error {
	return h.office.remember(h.ctx, h.c, address)
}

// renew gives the seat a new token; letters sent before no longer prove it.
func (h *handling) renew(string) (bool, error) {
	h.c.table.Players[h.seat].Renewed++
	h.acted = true
	h.f.Enclose = true
	h.tell(engine.Msg("pbem.renewed"))
	return true, nil
}
