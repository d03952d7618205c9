package enquiry

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

const (
	logDefault = 20
	logMost    = 500
)

var _ = Answers.Bind("log", func(e *Enquiry, rest string) bool {
	e.Facts.Log = logDefault
	if rest == "" {
		return true
	}
	n, err := strconv.Atoi(strings.Trim(rest, " ."))
	if err != nil || n < 1 {
		return e.refuse(key.LogNumber, engine.Order("word", rest))
	}
	e.Facts.Log = min(n, logMost)
	return true
})

// A requested list has at most movesMost lines; one of all orders at most movesPerFirst for
// each first answer.
const (
	movesMost     = 120
	movesPerFirst = 12
)

// listsAMail limits how often a mail may search for legal lines.
const listsAMail = 5

var _ = Answers.Bind("moves", func(e *Enquiry, rest string) bool {
	if e.Game == nil {
		return e.refuse(key.NotBegun)
	}
	if len(e.Game.Pos.Prompts(e.Seat)) == 0 || rest != "" && e.onlyAside() {
		e.Tell(engine.Msg(key.MovesNotAsked))
		return true
	}
	if e.lists++; e.lists > listsAMail {
		if e.lists == listsAMail+1 {
			e.Tell(engine.Msg(key.MovesOften, engine.Int("limit", listsAMail)))
		}
		return true
	}
	perFirst := 0
	if rest == "" {
		perFirst = movesPerFirst
	}
	e.Facts.Choices, e.Facts.More = letters.List(e.Game, e.Seat, rest, perFirst, movesMost)
	switch {
	case len(e.Facts.Choices)+len(e.Facts.More) > 0:
	case slices.Contains(e.Game.Waiting(), e.Seat):
		e.Tell(engine.Msg(key.MovesNone, engine.Order("word", rest)))
	default:
		e.Tell(engine.Msg(key.MovesNotAsked))
	}
	return true
})

// onlyAside reports whether the seat need not act; possible answers in advance are not listed.
func (e *Enquiry) onlyAside() bool {
	return !slices.ContainsFunc(e.Game.Pos.Prompts(e.Seat), func(p engine.Prompt) bool { return !letters.OptionalUnlisted(e.Game, p) })
}

// export attaches the public log.
var _ = Answers.Bind("export", func(e *Enquiry, rest string) bool {
	form := engine.Fold(strings.Trim(rest, " ."))
	switch {
	case e.Game == nil:
		return e.refuse(key.NotBegun)
	case form == "":
		form = letters.ExportText
	case form == letters.ExportLog && e.Table.State != table.Over:
		return e.refuse(key.ExportOver)
	case !slices.Contains([]string{letters.ExportText, letters.ExportCSV, letters.ExportJSON, letters.ExportLog}, form):
		return e.refuse(key.ExportHow, engine.Order("word", rest))
	}
	e.Facts.Export = form
	if form == letters.ExportLog {
		e.Tell(engine.Msg(key.ExportedLog, engine.Text("game", e.Table.Game)))
		return true
	}
	e.Tell(engine.Msg(key.Exported))
	if form == letters.ExportJSON {
		for _, m := range letters.Elsewhere(e.Table, e.Game.Title) {
			e.Tell(m)
		}
	}
	return true
})

// history shows the results of the rounds so far, if the title provides them.
var _ = Answers.Bind("history", func(e *Enquiry, rest string) bool {
	if e.Game == nil {
		return e.refuse(key.NotBegun)
	}
	if _, ok := e.Game.Title.(engine.Chronicler); !ok {
		e.Tell(engine.Msg(key.NoHistory))
		return true
	}
	e.Facts.History = cmp.Or(strings.Trim(rest, " .?!"), letters.HistoryAll)
	return true
})

var _ = Answers.Bind("resend", func(e *Enquiry, _ string) bool {
	switch {
	case e.Table.State == table.Inviting:
		e.Kind = templates.Invitation
	case e.Game == nil:
		e.Tell(engine.Msg(key.StatusOf + string(e.Table.State)))
	default:
		e.Facts.Enclose = true
		e.Tell(engine.Msg(key.Resent))
	}
	return true
})
