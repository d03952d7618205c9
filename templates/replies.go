package templates

import (
	"slices"

	"railpost/engine"
	"railpost/templates/key"
)

// layQuestion answers a mail that asks for possible orders: the legal lines, numbered.
func layQuestion(w *letter) {
	w.say(w.word(key.Question))
	if slices.ContainsFunc(w.Lines, func(l Line) bool { return l.Line != "" }) {
		w.say(w.word(key.QuestionOthers))
	}
	greeting{w}.furtherFacts()
	greeting{w}.stillOn()
	fate{w}.verdicts()
	answers(w)
	fate{w}.notRead()
}

// layReceipt lays out the new state, line by line, and whether undo is free. It leaves the table to the turn
// letter: that is no part of the reply to an order.
func layReceipt(w *letter) {
	stand, of := len(standing(w)), meant(w)
	w.tell(w.Read)
	if !w.Counts.IsZero() {
		greeting{w}.furtherFacts()
		greeting{w}.whoseTurn()
		w.add(gap{})
		fate{w}.fates()
		answers(w)
		fate{w}.notRead()
		return
	}
	if stand == of {
		if stand > 0 {
			w.inText(w.word(key.Done, engine.Int("n", stand)))
		}
	} else {
		w.say(w.word(key.DonePart, engine.Int("n", stand), engine.Int("of", of)))
	}
	greeting{w}.furtherFacts()
	afterwards(w)
	if stand == of && stand > 0 {
		w.add(gap{})
		fate{w}.fates()
	} else {
		fate{w}.verdicts()
	}
	if plainReceipt(w) { // what followed by itself is told below the orders
		story{w}.news(story{w}.untold())
	} else {
		story{w}.since(key.SinceReceipt)
	}
	answers(w)
	fate{w}.notRead()
}

// meant counts the lines of the mail that had an effect.
func meant(w *letter) int {
	return engine.Count(w.Lines, func(l Line) bool { return l.Dropped.Empty() })
}

// afterwards adds whose turn it is and whether the move can be taken back.
func afterwards(w *letter) {
	if w.Enclosed == nil {
		greeting{w}.whoseTurn()
	} else {
		w.inText(w.word(key.AgainYou))
	}
	switch robots := len(w.robots()); {
	case (w.Undo || w.AskUndo) && robots > 0 && robots == len(w.Players)-1: // there is nobody to ask
		w.undo(key.UndoRobots, key.TapUndoRobots)
	case w.Undo:
		w.undo(key.Undo, key.TapUndo)
	case w.AskUndo:
		w.undo(key.UndoAsk, key.TapUndoAsk)
	case len(standing(w)) == 0 || w.Halt.Is == Over:
	case w.Aside:
		w.say(w.word(key.UndoAside))
	default:
		w.say(w.word(key.UndoNo))
	}
}

// layRefusal lays out a working copy: nothing was played, the reasons, suggestions, and the mail ready to send again.
func layRefusal(w *letter) {
	w.say(w.word(key.Nothing))
	greeting{w}.furtherFacts()
	greeting{w}.stillOn()
	fate{w}.verdicts()
	fate{w}.again(key.Again)
	answers(w)
	fate{w}.notRead()
}

// layPreview shows the effect of the lines.
func layPreview(w *letter) {
	bad := wrongLines(w)
	if w.WhatIf {
		w.say(w.word(key.PreviewWhatIf))
		greeting{w}.furtherFacts()
		fate{w}.verdicts()
		sheet{w}.section(key.PreviewOwn, w.Own)
		sheet{w}.section(key.Table, w.Blocks)
		return
	}
	if len(bad) > 0 {
		w.say(w.word(key.PreviewWrong, engine.Int("n", len(bad)), engine.Several("lines", bad...)))
	} else {
		w.say(w.word(key.Preview))
	}
	if len(w.Lines) > 0 && len(bad) == 0 && len(w.numbered()) == 0 {
		w.say(w.word(key.PreviewPlay, engine.Text("code", w.Confirm)))
		w.add(tap{text: w.word(key.TapConfirm), lines: w.answering(w.order("confirm") + " " + w.Confirm), primary: true})
	}
	greeting{w}.stillOn()
	greeting{w}.furtherFacts()
	fate{w}.verdicts()
	sheet{w}.section(key.PreviewOwn, w.Own)
	fate{w}.again(key.AgainPreview)
	answers(w)
	fate{w}.notRead()
}

// layStale says that the question has been answered, and shows the current one.
func layStale(w *letter) {
	w.say(w.word(key.Nothing), w.word(key.Stale))
	greeting{w}.furtherFacts()
	fate{w}.verdicts()
	fate{w}.notRead()
}

// layEnclosed goes to the address on file: its token came from another address.
func layEnclosed(w *letter) {
	w.say(w.word(key.Nothing))
	greeting{w}.furtherFacts()
	fate{w}.again(key.AgainEnclosed)
}

// layUnproven is layEnclosed for orders that came without a token, from that address.
func layUnproven(w *letter) {
	layEnclosed(w)
	w.add(tap{text: w.word(key.TapAgain), lines: w.answering(w.Again...), primary: true})
	fate{w}.notRead()
}
