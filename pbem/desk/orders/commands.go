package orders

import (
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/templates"
)

// acts are the words of the service that change something, which a preview must not.
var acts map[string]func(h *handling, rest string) bool

func init() {
	acts = map[string]func(h *handling, rest string) bool{
		"undo": (*handling).undo, "say": (*handling).say, "tell": (*handling).tellOne, "note": (*handling).note, "set": (*handling).set, "tutor": (*handling).tutor, "accept": (*handling).accept, "decline": (*handling).decline,
		"propose": (*handling).propose, "ok": (*handling).ok, "no": (*handling).no, "yes": (*handling).ok,
		"need": (*handling).need, "away": (*handling).away, "back": (*handling).back,
		"sitter": (*handling).sitter, "resign": (*handling).resign, "rematch": (*handling).rematch,
		"renew": (*handling).renew, "link": (*handling).link, "drop": (*handling).drop, "play": (*handling).playPending, "confirm": (*handling).unknownCode, "withdraw": (*handling).withdraw, "add": (*handling).addAddress,
	}
}

// command carries out one word of the service. false: the mail is refused.
func (h *handling) command(line string) bool {
	word, rest := words.First(line), words.After(line)
	act := acts[word]
	switch {
	case act != nil && h.mode.Preview:
		h.tell(engine.Msg(key.PreviewOrdersOnly, engine.Order("word", word)))
		return true
	case h.in.Gone && ofItsTime(word):
		h.tellGone()
		return false
	case h.in.Sitter != nil && slices.Contains(playersOnly, word):
		return h.refuse(key.SitterMayNot, engine.Order("word", word), engine.Player("player", h.seat))
	case h.self().Resigned && slices.Contains(seatedOnly, word):
		return h.refuse(key.ResignedHow)
	case act != nil:
		h.used = append(h.used, word)
		return act(h, rest)
	case word == "plans" && len(h.sections) > 0 && !h.mode.Preview: // the receipt lists them
		return true
	case h.answeredAlready(line):
		return true
	case word == "preview", word == "partial": // they are taken out of a mail before, so this one is written otherwise
		return h.refuse(key.ModeHow)
	}
	return h.answer(line)
}

// rematch is what the lobby carries out once a game has ended, where it is open.
func (h *handling) rematch(string) bool {
	if h.c.Table.Ended() {
		return h.refuse(key.RematchClosed)
	}
	return h.refuse(key.RematchEarly)
}

// answer answers a line that only asks for information.
func (h *handling) answer(line string) bool {
	e := h.enquire()
	ok := e.Answer(line)
	h.c.Fail(e.Err)
	switch {
	case !ok:
		h.kind = templates.Refusal
	case e.Kind != "":
		h.kind = e.Kind
	}
	return ok
}

// enquire returns what answers questions, as of what the mail has done so far.
func (h *handling) enquire() *enquiry.Enquiry {
	h.enquiry.Seat, h.enquiry.Game, h.enquiry.Table, h.enquiry.Facts, h.enquiry.Kind = h.seat, h.c.Next, h.c.Table, &h.f, ""
	h.enquiry.Texts, h.enquiry.Pages = h.handler.Letters.Templates, h.handler.Config.PageURL("") != ""
	return &h.enquiry
}

// answeredAlready reports whether the same was asked in this mail at the same step. One
// answer is enough: a mail of such lines must not produce a letter of a megabyte.
func (h *handling) answeredAlready(line string) bool {
	q := fmt.Sprintf("%d %s", h.c.Seq(), engine.Fold(line))
	if slices.Contains(h.enquired, q) {
		return true
	}
	h.enquired = append(h.enquired, q)
	return false
}
