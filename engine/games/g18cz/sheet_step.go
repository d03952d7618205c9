package g18cz

import (
	"strings"

	"railpost/engine"
	"railpost/engine/sheet"
)

// stepLines say what the operating corporation can do in its present step.
func (s *State) stepLines(c Company) []engine.Message {
	switch s.Turn.Step {
	case stepTrack:
		return append([]engine.Message{s.layLine()}, s.bestLines(c)...)
	case stepStation, stepRun:
		return s.bestLines(c)
	case stepPayout:
		return s.payLines(c)
	case stepTakeOver:
		return s.takeOverLines(c)
	case stepTrains:
		return s.buyLines(c)
	}
	return nil
}

// layLine is what is left of the track allowance (7.4).
func (s *State) layLine() engine.Message {
	switch t := &s.Turn; {
	case len(engine.List(title{}, s, s.actor(), "lay", 1, laysLooked).Choices) == 0:
		return line("step-track-none")
	case !s.laysLeft():
		return line("step-track-purple")
	case t.First && t.Yellow == 0:
		return line("step-track-first")
	case t.First:
		return line("step-track-second")
	}
	return line("step-track")
}

// laysLooked is how many lays are looked at for one that is legal.
const laysLooked = 8

// bestLines are the best routes of a corporation as things stand.
func (s *State) bestLines(c Company) []engine.Message {
	if s.ownTrains(c) == 0 {
		return nil
	}
	best := s.bestRun(c)
	if len(best.Routes) == 0 {
		return nil
	}
	return []engine.Message{line("best-now", sheet.Worth("n", best), engine.Text("routes", strings.Join(best.Routes, ", ")))}
}

// payLines are what paying and withholding do (7.8).
func (s *State) payLines(c Company) []engine.Message {
	paid, held := s.Market.Clone(), s.Market.Clone()
	paid.Move(book.chart, c.share(), row, book.sizes[companies[c].size].paid)
	held.Move(book.chart, c.share(), -row, 1)
	return []engine.Message{line("step-payout",
		engine.Int("n", s.Turn.Revenue), engine.Int("price", s.priceOf(c)),
		engine.Int("paid", paid.Price(book.chart, c.share())), engine.Int("held", held.Price(book.chart, c.share())))}
}

// takeOverLines are the corporations that can be taken over, and for what price a
// share (7.9).
func (s *State) takeOverLines(c Company) (list []engine.Message) {
	for _, target := range s.active() {
		if companies[target].size >= companies[c].size || s.Companies[target].Neutral {
			continue
		}
		price, shares := s.priceOf(target), s.Shares.Sold(target.share())/s.cutOf(target).Share
		list = append(list, line("step-take-over",
			companySay("company", target), engine.Int("from", (price+1)/2), engine.Int("to", price*3/2), engine.Int("n", shares),
			engine.Int("treasury", s.purse(target)), engine.Text("trains", strings.ReplaceAll(cardWords(s.Companies[target].Trains), " ", ", ")), s.holder("seat", s.Shares.Director[target.share()])))
	}
	return list
}

// buyLines are what the bank sells now, and whether the corporation must buy (7.10).
func (s *State) buyLines(c Company) []engine.Message {
	list := s.cardLines()
	list = append(list, s.reserveLines()...)
	if s.mustBuy() {
		list = append(list, line("must-buy", companySay("company", c), engine.Term("kind", "18cz.train-kind."+sizeNames[companies[c].size])))
	}
	return append(list, s.exportLines()...)
}
