package orders

import (
	"encoding/hex"

	"railpost/engine"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/table"
)

// accept answers the invitation; the game begins with the last acceptance. The words
// after it go into the seed.
func (h *handling) accept(word string) bool {
	t := h.c.Table
	if t.State != table.Inviting {
		return h.refuse(key.AcceptLateOf + string(t.State))
	}
	t.Players[h.seat].Answer = "accept"
	h.acted = true
	h.addToSeed(word)
	if !t.Accepted() {
		h.tell(engine.Msg(key.AcceptedWaiting, engine.Several("seats", t.Missing()...)))
		return true
	}
	h.tell(engine.Msg(key.AcceptedBegins))
	h.begun = true
	h.handler.Begin(h.c)
	return true
}

// addToSeed lets the seat add to the seed with its first acceptance: the hash of its
// words, else of the Message-ID, else of the mail. A player who organises the game
// knows the service's part of the seed, and so adds nothing.
func (h *handling) addToSeed(word string) {
	p := h.self()
	switch t := h.c.Table; {
	case t.Service == nil:
	case h.c.Organises(h.seat):
		h.tell(engine.Msg(key.AddedNothing))
	case p.Added != "":
		h.tell(engine.Msg(key.AddedAlready, engine.Text("hash", p.Added)))
	case word != "":
		p.Added = engine.Seed(word).Commitment()
		h.tell(engine.Msg(key.AddedWord, engine.Text("word", word), engine.Text("hash", p.Added)))
	case h.in.Message.MessageID != "":
		p.Added = engine.Seed(h.in.Message.MessageID).Commitment()
		h.tell(engine.Msg(key.AddedId, engine.Text("id", h.in.Message.MessageID), engine.Text("hash", p.Added)))
	default:
		p.Added = hex.EncodeToString(h.in.Content[:])
		h.tell(engine.Msg(key.AddedContent, engine.Text("hash", p.Added)))
	}
}

// decline leaves the seat to somebody else: the organiser fills it or calls the game off.
func (h *handling) decline(string) bool {
	t := h.c.Table
	if t.State != table.Inviting {
		return h.refuse(key.DeclineLate)
	}
	h.tell(engine.Msg(key.DeclineDone))
	if t.Players[h.seat].Answer == "decline" {
		return true
	}
	t.Players[h.seat].Answer = "decline"
	h.acted = true
	h.c.TellOthers(h.seat, engine.Msg(key.Declined, engine.Player("seat", h.seat)))
	h.c.Notify(journal.Declined(t, h.seat))
	return true
}
