package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Remark gives briefly the effect of a legal line for its seat, beyond the line itself: costs first, then points: a list cuts what does not fit.
func (View) Remark(m engine.Move) []engine.Message {
	was, is, seat := m.Before.(*russian.State), m.After.(*russian.State), m.Seat
	r := &remarks{was: was, is: is, p: &was.Players[seat], q: &is.Players[seat], seat: seat}
	var outOfPieces bool
	for _, rep := range m.Reports {
		r.scored = r.scored || rep.Key == key.ReportScoring
		outOfPieces = outOfPieces || rep.Key == key.ReportMustPass && rep.Of("seat").Int == int(seat)
	}
	passes := m.Acts[0].Verb == "pass"
	if passes {
		r.Add(key.RemarkPass, engine.Int("n", was.PassPoints(seat)))
		r.passing = was.PassPoints(seat)
	} else if outOfPieces {
		r.passing = was.PassPoints(seat)
	}
	r.rewards()
	r.scoring()
	r.supplies()
	r.newcomers()
	r.tracks()
	switch {
	case outOfPieces:
		r.Add(key.RemarkMustPass, engine.Int("n", r.passing))
	case r.scored && len(r.Lines) == 0:
		r.Add(key.RemarkEndsRound)
	}
	return append(cost(m.Acts[0]), r.Lines...)
}

// remarks gathers the changes for one player.
type remarks struct {
	engine.Lines
	was, is *russian.State
	p, q    *russian.Player
	seat    engine.Seat
	scored  bool // the round has been scored
	passing int  // points of passing
}

// cost tells the price of a placement, if that is more than a piece.
func cost(act engine.Act) (list engine.Lines) {
	if act.Verb == "place" {
		if _, pay := russian.Placement(act.Args); pay.Count() > 1 {
			list.Add(key.RemarkCost, russian.PayList("pieces", pay))
		}
	}
	return list
}

// rewards lists a line's permanent gains: points, colours, workers.
func (r *remarks) rewards() {
	n := r.q.Score - r.p.Score - r.passing - r.q.FromCards - r.q.Majority
	if r.scored {
		n -= r.q.Scoring().Total()
	}
	if n > 0 {
		r.Add(key.RemarkPoints, engine.Int("n", n))
	}
	for c := range russian.Colour(russian.Colours) {
		if r.q.Unlocked&^r.p.Unlocked&(1<<c) != 0 {
			r.Add(key.RemarkUnlocks, russian.ColourTerm(c))
		}
	}
	if r.q.Gained > r.p.Gained {
		r.Add(key.RemarkWorker)
	}
}

// supplies tells the pieces and tiles that the player gets.
func (r *remarks) supplies() {
	if n := r.q.Doublers - r.p.Doublers; n > 0 {
		r.Add(key.RemarkDoublers, engine.Int("n", n), engine.Int("total", r.q.Doublers))
	}
	for i, f := range r.q.Factories {
		if f == 0 || f == r.p.Factories[i] {
			continue
		}
		if len(r.Lines) > 0 { // the supply explains the effect
			r.Add(key.RemarkFactoryToo, engine.Int("number", f))
		} else {
			r.Add(key.RemarkFactory, engine.Int("number", f), russian.EffectList("effect", r.is.Factory(f)))
		}
	}
	paid := 0
	if !r.scored { // the next round clears the board
		for _, l := range r.is.Lying[min(len(r.was.Lying), len(r.is.Lying)):] {
			paid += l.Pay.Ruble
		}
	}
	if n := r.q.Rubles - r.p.Rubles + paid; n > 0 {
		r.Add(key.RemarkRubles, engine.Int("n", n), engine.Int("has", r.q.Rubles))
	}
	if r.q.Temps > r.p.Temps {
		r.Add(key.RemarkTemps, engine.Int("n", r.q.Temps))
	}
	for position := 1; position <= 2; position++ {
		if r.is.Claimant(position) == r.seat && r.was.Claimant(position) != r.seat {
			r.Add(key.RemarkClaim, engine.Int("position", position))
		}
	}
}

// scoring tells the increase of the score at the end of each round.
func (r *remarks) scoring() {
	if n := r.q.Scoring().Total() - r.p.Scoring().Total(); n > 0 {
		r.Add(engine.If(r.was.Round < r.was.Rounds(), key.RemarkEachRound, key.RemarkLastScoring), engine.Int("n", n))
	}
	var reaches []engine.Arg
	for line := range russian.Railway(russian.Railways) {
		if n := r.q.Reach(line); n > r.p.Reach(line) {
			reaches = append(reaches, onRailway(key.RemarkReachOn, line, engine.Int("reach", n)))
		}
	}
	r.AddList(key.RemarkReach, "reaches", reaches)
	for m, at := range r.q.Marker {
		plain := !r.q.Second && russian.Book.Industry[at].Slot == 0 && !russian.Book.Industry[at].Question
		if at > r.p.Marker[m] && !plain { // the score of a plain place has been told already
			told := engine.If(!r.q.Second, key.RemarkIndustry, key.RemarkMarker)
			r.Add(told, engine.Term("marker", russian.MarkerKey(m)), russian.PlaceName("where", at))
		}
	}
}

// onRailway says something about a railway, in the words of orders.
func onRailway(key string, line russian.Railway, args ...engine.Arg) engine.Arg {
	return say(engine.Msg(key, append(args, engine.Text("sign", russian.RailwayLetters[line]))...))
}

// tracks tells how far tracks get, if there is nothing else to tell.
func (r *remarks) tracks() {
	if len(r.Lines) > 0 {
		return
	}
	var list []engine.Arg
	for line := range russian.Railway(russian.Railways) {
		for c := range russian.Colour(russian.Colours) {
			if at := r.q.Track[line][c]; at > r.p.Track[line][c] {
				list = append(list, onRailway(key.RemarkTrackOn, line, russian.ColourTerm(c), engine.Int("space", at)))
			}
		}
	}
	r.AddList(key.RemarkTracks, "tracks", list)
}

// newcomers names new engineers and cards.
func (r *remarks) newcomers() {
	if n := len(r.q.Engineers); n > len(r.p.Engineers) {
		e := r.q.Engineers[n-1]
		if got := russian.MajorityOf(r.is.Players, r.seat); got > russian.MajorityOf(r.was.Players, r.seat) {
			text := key.RemarkMajority
			if got != russian.MajorityOf(r.is.Players[r.seat:r.seat+1], 0) { // alone, one is first
				text = key.RemarkMajoritySecond
			}
			r.Add(text, engine.Int("n", got))
		}
		r.Add(key.RemarkEngineer, engine.Int("n", e), russian.EffectList("effect", russian.Book.Space(russian.EngineerSpace(e)).Effect))
	}
	if n := len(r.q.Cards); n > len(r.p.Cards) && r.q.Cards[n-1] > 0 {
		r.Add(key.RemarkCard, russian.CardTerm(r.q.Cards[n-1]), cardNow(r.q, r.q.Cards[n-1]))
	}
	if r.is.Pending > r.was.Pending && r.is.Actor == r.seat {
		r.Add(key.RemarkEndcard)
	}
}
