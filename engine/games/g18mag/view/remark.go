package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/running"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Remark gives briefly the costs and effects of a legal line for its seat, beyond the line itself.
func (View) Remark(m engine.Move) []engine.Message {
	r := &remarks{was: m.Before.(*g18mag.State), is: m.After.(*g18mag.State), act: m.Acts[0]}
	r.c = r.was.Company()
	switch {
	case r.was.Asking != nil:
		r.sale()
		return r.Lines
	case r.was.IstvanAsks():
		r.istvan()
		return r.Lines
	}
	own := m.Reports[:0:0]
	for _, rep := range m.Reports { // rounds without orders report on other companies
		if seat, ok := rep.Arg("seat"); ok && r.was.IsIstvan(engine.Seat(seat.Int)) {
			break // István's next actions are no effect of the line
		}
		if a, ok := rep.Arg("company"); !ok || r.c == g18mag.NoCompany || a.Text == g18mag.CompanyKey(r.c) {
			own = append(own, rep)
		}
	}
	if r.c.Minor() {
		r.bestRun()
	}
	r.payments(own)
	for _, rep := range own {
		r.report(rep)
	}
	if r.c.Minor() {
		r.reach()
		if r.act.Verb == "token" {
			r.passers()
		}
	}
	if len(r.Lines) == 0 {
		r.next()
	}
	return r.Lines
}

// Card shows tiles and stations. What the other player reports is not the answer.
func (View) Card(m engine.Move) engine.Card {
	c := board(m.After.(*g18mag.State)).Card(m.Acts[0])
	switch act := m.Acts[0]; act.Verb {
	case "agree", "refuse":
		c.Bare = true
	case "scrap":
		c.Says = engine.Msg(key.CardScrap, engine.Int("train", engine.Get[int](act.Args, 0)))
	}
	return c
}

// remarks gathers the remarks on one line.
type remarks struct {
	engine.Lines
	was, is *g18mag.State
	c       g18mag.Company // that operated
	act     engine.Act
}

// istvan names the place that István upgrades, and the loose tracks that the tile meets.
func (r *remarks) istvan() {
	if r.act.Verb != "lay" {
		return
	}
	lay := trackword.LayOf(r.act.Args)
	met := engine.SeveralOf("hexes", r.was.Upgrades(r.was.Company()).NewlyMet(lay), func(_ string, h track.HexID) engine.Arg { return sheet.Text(r.was.HexName(h)) })
	say := engine.If(len(met.List) > 0, key.RemarkIstvanMeets, key.RemarkIstvanPlace)
	r.Add(say, engine.Text("place", r.was.World().Map.Hexes[lay.Hex].Place), met)
}

// sale tells the income of a train's owner.
func (r *remarks) sale() {
	if r.act.Verb != "agree" {
		return
	}
	c := r.was.Asking.Seller
	r.Add(key.RemarkSale, g18mag.CompanySay("company", c), engine.Int("n", r.was.Asking.Price), engine.Int("treasury", r.is.Purse(c)))
	if len(r.is.Minors[c].Trains) == 0 {
		r.Add(key.RemarkNoTrain, g18mag.CompanySay("company", c))
	}
}

// payments lists the payments to majors. It does not repeat prices that the line names.
func (r *remarks) payments(own []engine.Report) {
	var to []engine.Arg
	sum := 0
	for _, rep := range own {
		major, paid := rep.Arg("to")
		if rep.Key == key.ReportTerrainToken {
			r.Add(key.RemarkTerrainToken, rep.Args...)
			continue
		}
		if !paid {
			continue
		}
		n := rep.Of("n")
		sum += n.Int
		if share, ok := rep.Arg("share"); ok {
			n = share
		}
		to = append(to, sheet.Say(engine.Msg(key.RemarkTo, engine.Int("n", n.Int), engine.Term("company", major.Text))))
	}
	switch {
	case len(to) == 1 && to[0].List[0].Int == sum:
		r.Add(key.RemarkPaidTo, engine.Int("n", sum), to[0].List[1])
	case sum > 0:
		r.Add(key.RemarkPaid, engine.Int("n", sum), engine.Several("to", to...))
	}
}

// shorter are the remarks that say reports in fewer words.
var shorter = map[string]string{
	key.ReportMinorTaken: key.RemarkHome, key.ReportShareTaken: key.RemarkPrice,
	key.ReportBought: key.RemarkBought, key.ReportBoughtDirector: key.RemarkBought, key.ReportSold: key.RemarkSold,
	key.ReportDirector:   key.RemarkDirector,
	key.ReportScrap:      key.RemarkScrap,
	key.ReportRunNothing: key.RemarkNoRoute, key.ReportRun: key.RemarkIncome, key.ReportMine: key.RemarkMine,
	key.ReportOffer: key.RemarkOffer,
	key.ReportPaid:  key.RemarkPriceMoves, key.ReportPaidBank: key.RemarkPriceMoves, key.ReportPaidNothing: key.RemarkPriceMoves,
}

// report adds a report in fewer words, with further facts.
func (r *remarks) report(rep engine.Report) {
	if say := shorter[rep.Key]; say != "" {
		r.Add(say, rep.Args...)
	}
	switch rep.Key {
	case key.ReportMinorTaken:
		if n := r.is.Minors[r.picked()].Tokens; n > 0 {
			r.Add(key.RemarkTerrainTokens, engine.Int("n", n))
		}
	case key.ReportShareTaken:
		r.Lines = append(r.Lines, feeSay(r.was, r.picked()))
	case key.ReportStockEnds:
		if r.c == g18mag.NoCompany {
			r.Add(key.RemarkStockEnds)
		}
	case key.ReportPhase:
		if r.c.Minor() {
			r.Add(key.RemarkPhase, rep.Args...)
		}
	case key.ReportRun:
		r.bound()
	case key.ReportMajorStation:
		r.majorStation()
	case key.ReportPaid, key.ReportPaidBank, key.ReportPaidNothing:
		r.paid(rep)
	}
}

// picked returns the minor that a player takes in the draft.
func (r *remarks) picked() g18mag.Company { return engine.Get[g18mag.Company](r.act.Args, 0) }

// bound tells how good other routes may be; the position shows the best ones.
func (r *remarks) bound() {
	if best := r.was.BestRun(r.c); !best.Proven && best.Revenue == r.is.RunOf(r.c).Revenue {
		r.Add(key.RemarkBound, engine.Int("n", best.Bound))
	}
}

// majorStation tells the cost of a station, and the money left to pay out.
func (r *remarks) majorStation() {
	say, n := key.RemarkStation, r.was.NextStation(r.c)
	if r.is.Company() != r.c {
		say = key.RemarkStationLast
	}
	r.Add(say, engine.Int("n", n), engine.Int("left", r.was.Purse(r.c)-n))
	r.passers()
}

// passers names the minors that reach the city of a new station: a major's makes it worth more to their trains
// (VI.3.7), and it blocks some if it takes the last circle.
func (r *remarks) passers() {
	stations := r.is.Board.Stations
	if len(stations) <= len(r.was.Board.Stations) {
		return
	}
	p := stations[len(stations)-1].Place()
	full := len(r.is.Board.In(p)) >= r.is.Board.Slots(r.is.World(), p)
	var pass, blocked []engine.Arg
	for i := range r.was.Minors {
		c := g18mag.Company(i)
		if c == r.c || r.was.Minors[i].Owner == engine.Nobody || !r.was.Board.Reach(r.was.World(), g18mag.Owner(c)).Meets(p) {
			continue
		}
		word := sheet.Text(g18mag.Companies[c].Word)
		pass = append(pass, word)
		if !slices.ContainsFunc(stations, func(st track.Station) bool { return st.Owner == g18mag.Owner(c) && st.Place() == p }) {
			blocked = append(blocked, word)
		}
	}
	if !r.c.Minor() && len(pass) > 0 {
		r.Add(key.RemarkPassers, engine.Int("n", len(pass)), engine.Several("minors", pass...))
	}
	if full && len(blocked) > 0 {
		r.Add(key.RemarkBlocks, engine.Int("n", len(blocked)), engine.Several("minors", blocked...))
	}
}

// paid tells the distribution of a pay-out, and the rest.
func (r *remarks) paid(rep engine.Report) {
	if r.act.Verb == "token" { // its remark tells the rest
		return
	}
	if rep.Key == key.ReportPaid {
		r.Add(key.RemarkShared, rep.Args...)
	}
	if left := r.is.Purse(r.c); left > 0 {
		r.Add(key.RemarkStays, engine.Int("n", left))
	}
}

// built reports whether a tile was laid or a station placed.
func (r *remarks) built() bool { return r.act.Verb == "lay" || r.act.Verb == "token" }

// reach tells the effect of a tile or a station on the network.
func (r *remarks) reach() {
	if r.built() {
		change := sheet.Change{Was: board(r.was), Is: board(r.is)}
		r.Lines = append(r.Lines, change.Reach(g18mag.Owner(r.c))...)
	}
}

// bestRun tells whether the trains can now earn more, which matters most and comes first.
func (r *remarks) bestRun() {
	if !r.built() && r.act.Verb != "service" {
		return
	}
	old, now := trial(r.was, r.c), trial(r.is, r.c)
	if now.Extra > old.Extra {
		r.Add(key.RemarkMine, engine.Int("n", now.Extra))
	}
	switch {
	case now.Revenue < old.Revenue:
		r.Add(key.RemarkWorseRun, sheet.Worth("n", now), sheet.Worth("old", old))
	case now.Revenue > old.Revenue && r.act.Verb == "service":
		r.Add(key.RemarkServiceRun, sheet.Worth("n", now), sheet.Worth("old", old))
	case now.Revenue > old.Revenue:
		r.Add(key.RemarkBestRun, sheet.Worth("n", now), sheet.Worth("old", old))
	case now.Revenue > 0 && r.act.Verb == "service":
		r.Add(key.RemarkSameRun, sheet.Worth("n", now))
	}
}

// trial returns the best run of a minor in this position.
func trial(s *g18mag.State, c g18mag.Company) running.Plan {
	if len(s.Minors[c].Trains) == 0 {
		return running.Plan{}
	}
	return s.BestRun(c)
}

// next tells what follows a line that only declines, and that a tile without other remarks costs nothing.
func (r *remarks) next() {
	switch {
	case r.act.Verb == "lay":
		r.Add(key.RemarkFree)
	case r.c == g18mag.NoCompany:
		if r.was.Trade.Now > 0 {
			r.Add(key.RemarkEndsYourTurn)
		}
	case r.is.Company() == r.c:
		r.Add(key.RemarkThen, g18mag.StepSay("step", r.is.Turn.Step))
	default:
		r.Add(key.RemarkEndsTurn, g18mag.CompanySay("company", r.c))
	}
}
