package templates

import (
	"fmt"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
)

var (
	madrid = mustZone("Europe/Madrid")
	noon   = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
)

func mustZone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return z
}

func line(s string) engine.Message { return engine.Msg("rail.line", engine.Text("text", s)) }
func number(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg("rail.number", engine.Int("n", n)), Right: true}
}
func words(s string) engine.Cell     { return engine.Cell{Say: line(s)} }
func col(name string) engine.Message { return engine.Msg("rail.col." + name) }

func player(s engine.Seat) engine.Cell {
	return engine.Cell{Say: engine.Msg("letter.player", engine.Player("seat", s))}
}

func track(railway, colour string, n int) engine.Message {
	return engine.Msg("rail.track", engine.Term("railway", "rail."+railway), engine.Term("colour", "rail."+colour), engine.Int("n", n))
}

func rubles(n int) engine.Message { return engine.Msg("rail.rubles", engine.Int("n", n)) }

// base is Ben's frame of the game "winter" in its third round.
func base(k Kind) *Letter {
	return &Letter{
		Kind: k, Lang: "en", Zone: madrid, Now: noon, Site: "Railpost", Contact: "Olga <olga@example.org>",
		Game: "winter", Title: "rail", Players: []string{"Ana", "Ben", "Cleo", "Dan"}, Seat: 1, Name: "Ben",
		Status: engine.Msg("rail.status", engine.Int("n", 3), engine.Int("of", 7)), Step: 42, Hash: "5f3c-91aa",
	}
}

func position(l *Letter) *Letter {
	l.Own = []engine.Block{{Lines: []engine.Message{
		engine.Msg("rail.own", engine.Int("workers", 4), engine.Say("rubles", rubles(1))),
		line("Transsib: black 6, grey 3, brown not yet; locomotives 3 and 1 (reach 4); doublers 2"),
		line("St Petersburg: black 2; no locomotive. Kiev: black 4, stars 1 to 3; locomotive 2 (reach 2)"),
		line("Industry: marker on 3; factories 4 and 7. Tokens left: tracks, doublers, revalue, medal, card"),
	}}}
	l.Table = []engine.Block{{
		Columns: []engine.Message{col("player"), col("points"), col("rubles"), col("workers"), col("next")},
		Rows: [][]engine.Cell{
			{player(0), number(118), number(0), number(3), words("after Dan")},
			{player(1), number(96), number(1), number(4), words("now")},
			{player(2), number(103), number(2), number(0), words("has passed")},
			{player(3), number(87), number(12), number(5), words("after you")},
		},
	}}
	l.Board = []engine.Block{
		{Head: line("Free spaces"), Lines: []engine.Message{line("black-2 (1 worker): 2 black advances. loco-1 (1 worker): locomotive or factory. open (1): any advance of 1 grey or better.")}},
		{Head: line("Transsib of Ben"), Drawing: []string{"T  1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "black      . . . . . B", "grey       . . G", "reach      = = = ="}},
	}
	return l
}

func happened(l *Letter) *Letter {
	l.Happened = []Step{
		{Seq: 38, At: noon.Add(-50 * time.Hour), Seat: 2, Line: "place black-1: black t 2 [? medal], black k 1", Reports: []engine.Message{track("t", "black", 5), track("k", "black", 3)}},
		{Seq: 39, At: noon.Add(-40 * time.Hour), Seat: 3, Line: "place loco-1: loco t over 1 > k", Reports: []engine.Message{engine.Msg("rail.loco", engine.Int("value", 3), engine.Term("railway", "rail.t")), engine.Msg("rail.loco", engine.Int("value", 1), engine.Term("railway", "rail.k"))}},
		{Seq: 40, At: noon.Add(-30 * time.Hour), Seat: 3, Back: 38},
		{Seq: 41, At: noon.Add(-20 * time.Hour), Seat: 3, Reports: []engine.Message{engine.Msg("rail.said", engine.Player("seat", 3), engine.Text("text", "sorry, wrong space; I play again in a minute"))}},
		{Seq: 42, At: noon.Add(-19 * time.Hour), Seat: 2, Line: "pass", Reports: []engine.Message{engine.Msg("rail.passed", engine.Player("seat", 2), engine.Int("n", 3))}},
	}
	return l
}

const longLine = "place black-1 with b: black t 1 [? card actions (dbl, ind 2 [black t, grey k], black t, black t)], black p 1 [loco p over 2 > k], black t"

func asked(l *Letter) *Letter {
	l.Ask = []engine.Message{engine.Msg("rail.ask.place")}
	l.Until = time.Date(2026, 11, 24, 19, 0, 0, 0, time.UTC)
	l.Waiting = []Waiting{{Seat: 1, Until: l.Until}}
	l.Choices = []advise.Choice{
		{N: 1, Line: "place black-2: black t 2", Remark: []engine.Message{track("t", "black", 8)}},
		{N: 2, Line: "place black-2: black t 1, black k 1", Remark: []engine.Message{track("t", "black", 7), track("k", "black", 5)}},
		{N: 3, Line: "place loco-1: loco t over 1 > k", Remark: []engine.Message{engine.Msg("rail.loco", engine.Int("value", 3), engine.Term("railway", "rail.t"))}},
		{N: 4, Line: longLine, Remark: []engine.Message{track("t", "black", 9), engine.Msg("rail.loco", engine.Int("value", 3), engine.Term("railway", "rail.k")), track("k", "grey", 1), rubles(2)}},
		{N: 5, Line: "place open with r: grey t", Remark: []engine.Message{track("t", "grey", 4)}},
		{N: 6, Line: "pass", Remark: []engine.Message{engine.Msg("rail.passed", engine.Player("seat", 1), engine.Int("n", 2))}},
	}
	l.More = []advise.More{{Count: 11}}
	return l
}

func turnLetter() *Letter { return position(happened(asked(base(Turn)))) }

// usualLetter has a crowded verb, and the usual turn as a block.
func usualLetter() *Letter {
	l := asked(base(Turn))
	l.Choices, l.More = l.Choices[:2], []advise.More{{Prefix: "place", Count: 214, What: advise.Orders}, {Count: 3}}
	l.Usual = []advise.Choice{{Line: longLine, Remark: []engine.Message{rubles(2)}}, {Line: "place loco-1: loco t over 1 > k"}, {Line: "pass"}}
	return l
}

func reminderLetter() *Letter {
	l := turnLetter()
	l.Kind, l.Since = Reminder, noon.Add(-36*time.Hour)
	return l
}

func startLetter() *Letter {
	l := turnLetter()
	l.Kind, l.Step, l.Happened = Start, 1, nil
	return l
}

func waitingFor(l *Letter, s engine.Seat) *Letter {
	l.Waiting = []Waiting{{Seat: s, Until: noon.Add(30 * time.Hour)}}
	return l
}

func newsLetter() *Letter { return waitingFor(position(happened(base(News))), 3) }

func startOther() *Letter {
	l := waitingFor(position(base(Start)), 0)
	l.Step = 1
	return l
}

func lateLetter() *Letter {
	l := position(base(Late))
	l.Waiting = []Waiting{{Seat: 3, Until: noon.Add(-5 * time.Minute)}}
	return l
}

func lateSelf() *Letter {
	l := turnLetter()
	l.Kind, l.Until = Late, noon.Add(-5*time.Minute)
	l.Waiting[0].Until = l.Until
	return l
}

func receiptLetter() *Letter {
	l := waitingFor(position(base(Receipt)), 3)
	l.Undo = true
	l.Lines = []Line{
		{N: 2, Text: "3", Line: "place loco-1: loco t over 1 > k", State: engine.Played, Reports: []engine.Message{engine.Msg("rail.loco", engine.Int("value", 3), engine.Term("railway", "rail.t")), engine.Msg("rail.loco", engine.Int("value", 1), engine.Term("railway", "rail.k"))}},
		{N: 3, Text: "endcard points", Line: "endcard points", State: engine.Played, Reports: []engine.Message{line("10 points instead of a card")}},
	}
	l.Talk = []string{"Hi all, nice game so far!", "Ben"}
	return l
}

// receiptAgain: the mover must act again at once.
func receiptAgain() *Letter {
	l := base(Receipt)
	l.Lines = []Line{{N: 1, Text: "place black-2: black t 2", Line: "place black-2: black t 2", State: engine.Played, Reports: []engine.Message{track("t", "black", 8)}}}
	in := position(asked(base(Turn)))
	in.Ask = []engine.Message{engine.Msg("rail.ask.endcard", engine.Int("points", 10))}
	in.Choices = []advise.Choice{{N: 1, Line: "endcard loco"}, {N: 2, Line: "endcard points"}}
	in.More, in.Board = nil, nil
	l.Waiting, l.Until = in.Waiting, in.Until
	l.Enclosed = in
	return l
}

func taken() *engine.Refusal {
	return &engine.Refusal{
		Kind: engine.Forbidden, Line: "place black-1: black t 2", Column: 7, Length: 7, Rule: "How to play a turn",
		Why:  engine.Msg("rail.taken", engine.Text("space", "black-1"), engine.Player("seat", 2)),
		Near: []string{"place black-2: black t 2", "place black-2: black t 1, black k 1"},
	}
}

func refusalLetter() *Letter {
	l := base(Refusal)
	l.Until = time.Date(2026, 11, 24, 19, 0, 0, 0, time.UTC)
	l.Waiting = []Waiting{{Seat: 1, Until: l.Until}}
	l.Lines = []Line{
		{N: 1, Text: "place black-1: black t 2", Refusal: taken(), Hint: advise.Hint{As: advise.Guessed, Guess: "place black-2: black t 2"}},
		{N: 2, Text: "endcard lokos", Refusal: &engine.Refusal{
			Kind: engine.NotUnderstood, Line: "endcard lokos", Column: 9, Length: 5, Rule: "Orders by mail",
			Why:      engine.Msg("engine.unknown-word", engine.Text("word", "lokos"), engine.Term("what", "engine.param.endcard")),
			Expected: []string{"loco", "points"}, Near: []string{"endcard loco"}}, Hint: advise.Hint{As: advise.Respelt, Guess: "endcard loco"}, Mend: Respelt},
		{N: 3, Text: "say well played", State: engine.Unread},
	}
	l.Again = []string{"place black-1: black t 2", "endcard loco", "say well played"}
	l.Talk = []string{"Here is my move."}
	return l
}

// receiptUndo: a command changed the game.
func receiptUndo() *Letter {
	l := waitingFor(position(base(Receipt)), 1)
	l.Told = []engine.Message{line("your last mail is taken back: 2 steps")}
	return l
}

// answerMoves: legal lines without numbers, which belong to the turn letter.
func answerMoves() *Letter {
	l := waitingFor(base(Answer), 1)
	for _, c := range asked(base(Turn)).Choices {
		c.N = 0
		l.Choices = append(l.Choices, c)
	}
	l.More = []advise.More{{Prefix: "place", Count: 240, What: advise.AtLeast}}
	return l
}

// refusalCommand: a command was refused, no line of orders.
func refusalCommand() *Letter {
	l := waitingFor(base(Refusal), 3)
	l.Told = []engine.Message{engine.Msg("rail.said", engine.Player("seat", 3), engine.Text("text", "I have acted since, so nothing can be taken back."))}
	return l
}

// questionLetter: "place grey-1" asks how it continues, after a line that is all right.
func questionLetter() *Letter {
	l := refusalLetter()
	l.Kind, l.Again = Question, nil
	choices := asked(base(Turn)).Choices[:3]
	for i := range choices {
		choices[i].N = i + 1
	}
	missing := &engine.Refusal{Kind: engine.NotUnderstood, Column: 6, Why: engine.Msg("engine.missing", engine.Term("what", "engine.param.space"))}
	ways := engine.Ask("6.1", "rail.line", engine.Text("text", "the two cheapest ways from Chicago to Toledo; 12 others cost more"))
	l.Lines = []Line{
		{N: 1, Text: "pass", Line: "pass", Reports: []engine.Message{rubles(1)}},
		{N: 2, Text: "place", Refusal: missing, Hint: advise.Hint{As: advise.LeftOut, Asked: &advise.Asked{Choices: choices, More: []advise.More{{Prefix: "place", Count: 12}}}}},
		{N: 3, Text: "build Chicago > Toledo", Refusal: ways, Hint: advise.Hint{Asked: &advise.Asked{Choices: []advise.Choice{
			{N: 4, Line: "build Chicago: N18 M19 M21 M23 > Toledo", Remark: []engine.Message{line("$8")}},
			{N: 5, Line: "build Chicago: N18 N20 N22 M23 > Toledo", Remark: []engine.Message{line("$9")}}}}}},
		{N: 4, Text: "deliver", Refusal: missing, Hint: advise.Hint{Asked: &advise.Asked{Why: &engine.Refusal{Line: "deliver red", Why: engine.Msg("rail.line", engine.Text("text", "there is no red cube at your links"))}}}},
	}
	return l
}

func partLetter() *Letter {
	l := refusalLetter()
	l.Kind, l.Again, l.Talk = Receipt, nil, nil
	l.Lines = append([]Line{{N: 1, Text: "pass", Line: "pass", State: engine.Played, Reports: []engine.Message{engine.Msg("rail.passed", engine.Player("seat", 1), engine.Int("n", 2))}}}, l.Lines[1:]...)
	return l
}

func previewLetter() *Letter {
	l := refusalLetter()
	l.Kind, l.Talk = Preview, nil
	l.Lines = []Line{
		{N: 2, Text: "place hire", Line: "place hire", Reports: []engine.Message{rubles(1)}, State: engine.Stopped},
		{N: 3, Text: "pass", State: engine.Unread},
	}
	l.Again = nil
	return l
}

func staleLetter() *Letter {
	l := base(Stale)
	l.Lines = []Line{{N: 1, Text: "pass", State: engine.Unread}}
	l.Enclosed = turnLetter()
	l.Enclosed.Happened = nil
	return l
}

func answerHelp() *Letter {
	l := waitingFor(base(Answer), 3)
	l.Help = []engine.Usage{
		{Verb: "place", Form: "place SPACE [with PIECES] [swap SWAP]", Gloss: "rail.verb.place", Params: []string{"space", "pieces", "swap"}},
		{Verb: "pass", Form: "pass", Gloss: "rail.verb.pass"},
	}
	return l
}

func answerLog() *Letter {
	l := waitingFor(base(Answer), 3)
	l.Log = happened(base(News)).Happened
	l.Blocks = position(base(News)).Table
	l.Told = []engine.Message{line("your message has been passed on to the others")}
	return l
}

func enclosedLetter() *Letter {
	l := base(Enclosed)
	l.Told = []engine.Message{line("Somebody wrote with your personal answer address from ben@work.example, which is not on file for you.")}
	l.Again = []string{"place black-2: black t 2"}
	return l
}

func endLetter() *Letter {
	l := base(End)
	l.Status = engine.Message{}
	l.Scores = []Score{
		{Seat: 1, Points: 301, Rank: 1, Parts: []engine.Arg{engine.Int("track", 231), engine.Int("cards", 30), engine.Int("engineers", 40)}},
		{Seat: 0, Points: 288, Rank: 2, Parts: []engine.Arg{engine.Int("track", 268), engine.Int("cards", 20), engine.Int("engineers", 0)}},
		{Seat: 3, Points: 288, Rank: 2, Parts: []engine.Arg{engine.Int("track", 258), engine.Int("cards", 10), engine.Int("engineers", 20)}},
		{Seat: 2, Points: 250, Rank: 4, Parts: []engine.Arg{engine.Int("track", 250), engine.Int("cards", 0), engine.Int("engineers", 0)}},
	}
	course := Course{Kind: engine.ChartPoints}
	for round, points := range [][]int{{12, 20, 15, 12}, {130, 121, 125, 122}, {288, 301, 250, 288}} {
		course.Of = append(course.Of, Standing{After: line(fmt.Sprintf("round %d", round+1)), Points: points})
	}
	l.Courses = []Course{course}
	l.Log = happened(base(News)).Happened
	l.Draws = &Draws{Seed: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}
	return l
}

func noticeLetter() *Letter {
	l := waitingFor(base(Notice), 3)
	l.Seat, l.Name = engine.Nobody, ""
	l.Told = []engine.Message{line("Dan has not answered in time. Extend his time or find somebody for his seat")}
	return l
}

func invitationLetter() *Letter {
	l := base(Invitation)
	l.Step, l.Hash, l.Status = 0, "", engine.Message{}
	l.Invite = &Invite{
		Options:  []Setting{{Key: "start-rubles", Value: "1", Gloss: "rail.verb.pass", Rule: "R6"}},
		Rules:    []engine.Message{line("each answer is asked for within 3 days"), line("you can take back your last mail until someone else acts or something hidden is shown")},
		Readings: 2,
		Accepted: []bool{true, false, false, true},
	}
	l.Draws = &Draws{Commitment: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}
	return l
}

// agreedLetter answers "options" and "readings".
func agreedLetter() *Letter {
	l := base(Answer)
	l.Invite = invitationLetter().Invite
	l.Invite.Accepted, l.Invite.Readings = nil, 0
	l.Invite.Declared = []engine.Declared{{Rule: "R1", Gloss: "rail.verb.place"}, {Rule: "R2", Gloss: "rail.verb.pass"}}
	return l
}

// mixedDraws are the draws of a game with two players' contributions to the seed.
func mixedDraws() *Draws {
	return &Draws{Mixed: true, Commitment: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", Added: []Added{
		{Seat: 0, Hash: "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b"}, {Seat: 2, Hash: "63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97"}}}
}

func invitationMixed() *Letter {
	l := invitationLetter()
	l.Invite, l.Draws = &Invite{}, mixedDraws()
	return l
}

func startMixed() *Letter {
	l := startOther()
	l.Draws = mixedDraws()
	return l
}

func endMixed() *Letter {
	l := endLetter()
	l.Log, l.Draws = nil, mixedDraws()
	l.Draws.Seed, l.Draws.Service = "d7bf0c9ea6ea590ff1a44ef444aa38d0db5491e29fab83efbbbe882ac9314e84", "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"
	return l
}

func handoverLetter() *Letter {
	l := turnLetter()
	l.Kind, l.Invite, l.Draws = Handover, invitationLetter().Invite, mixedDraws()
	l.Told = []engine.Message{line("You have taken over the seat of Bob")}
	return l
}

func closedLetter() *Letter {
	l := base(Ended)
	l.Told = []engine.Message{line("Cleo has declined the invitation, so this game will not begin")}
	return l
}

func confirmLetter() *Letter {
	l := base(Confirm)
	l.Told = []engine.Message{line("Cleo plays by e-mail and asks for letters of the game winter to be sent to cleo@home.example.")}
	return l
}

// samples is a letter of every kind, and several of kinds with several shapes.
var samples = map[string]func() *Letter{
	"turn": turnLetter, "turn-usual": usualLetter, "reminder": reminderLetter, "start": startLetter, "start-other": startOther, "news": newsLetter,
	"late": lateLetter, "late-self": lateSelf, "receipt": receiptLetter, "receipt-again": receiptAgain, "receipt-part": partLetter, "receipt-undo": receiptUndo, "answer-moves": answerMoves,
	"refusal": refusalLetter, "question": questionLetter, "refusal-command": refusalCommand, "preview": previewLetter, "stale": staleLetter,
	"answer-help": answerHelp, "answer-log": answerLog, "enclosed": enclosedLetter, "end": endLetter, "notice": noticeLetter,
	"confirm": confirmLetter, "invitation": invitationLetter, "answer-agreed": agreedLetter, "invitation-mixed": invitationMixed, "start-mixed": startMixed, "handover": handoverLetter, "end-mixed": endMixed, "closed": closedLetter,
}
