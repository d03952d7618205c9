package view

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// The usual action is the one of an experienced player, printed in a letter as a line. It looks one action
// ahead, at the prospects of the goods on the board (usual_outlook.go). No rule depends on it.

// usualTurn returns the usual action of a seat, and the reason.
func usualTurn(s *tycoon.State, seat engine.Seat) engine.Turn {
	if seat == engine.Nobody || seat != s.Actor() {
		return engine.Turn{}
	}
	return newUsual(s, seat).turn()
}

// sketch returns the usual action without its reason.
func sketch(p engine.Position, seat engine.Seat) engine.Turn {
	u := newUsual(p.(*tycoon.State), seat)
	u.rough = true
	return u.turn()
}

// turn returns the best action, and the reason.
func (u *usual) turn() engine.Turn {
	defer u.view.free()
	u.weighAll()
	if u.s.Stage == tycoon.StageAuction {
		return u.bid()
	}
	for _, c := range u.list {
		if c.worth <= 0 {
			break
		}
		if r, err := u.try(c.line); err == nil {
			return engine.Turn{Lines: []string{c.line}, Aim: u.aim(r)}
		}
	}
	if d := openDelivery(u.s, u.seat); d != nil { // an action not used never comes back
		line := u.s.DeliverLine(u.seat, d)
		if r, err := u.try(line); err == nil {
			return engine.Turn{Lines: []string{line}, Aim: u.aim(r)}
		}
	}
	return engine.Turn{Lines: []string{"pass"}, Aim: engine.Msg(key.AimPass)}
}

// openDelivery returns the delivery that gains a seat most over the others; nil if none gains it anything.
func openDelivery(s *tycoon.State, seat engine.Seat) *tycoon.Delivery {
	if list := s.Deliveries(seat); len(list) > 0 && list[0].Net > 0 {
		return &list[0]
	}
	return nil
}

// idles reports whether a seat that pays a bid and so acts first would pass then.
func idles(s *tycoon.State, seat engine.Seat, bid int) bool {
	s = s.Clone().(*tycoon.State)
	p := s.Player(seat)
	n := p.SharesFor(bid)
	p.Shares, p.Money = p.Shares+n, p.Money+n*tycoon.SharePays-bid
	s.Stage, s.Round, s.First, s.Moved, s.Due = tycoon.StageActions, 1, seat, 0, 1
	return slices.Equal(sketch(s, seat).Lines, []string{"pass"})
}

// blunder reports whether a line is a bid to be first and then pass, passes while a delivery gains points, or
// just after such a bid although there is something to do, or takes a card for track in the last turn.
func blunder(p engine.Position, seat engine.Seat, line string) bool {
	s := p.(*tycoon.State)
	words := strings.Fields(line)
	switch {
	case s.Stage == tycoon.StageAuction && words[0] == "bid":
		n, err := strconv.Atoi(words[len(words)-1])
		return err == nil && idles(s, seat, n)
	case s.Stage == tycoon.StageActions && line == "pass":
		begins := s.Round == 1 && s.First == seat
		return openDelivery(s, seat) != nil || begins && !slices.Equal(sketch(s, seat).Lines, words)
	case s.Stage == tycoon.StageActions && s.Turn == s.Last && words[0] == "card":
		id, err := strconv.Atoi(words[1])
		return err == nil && slices.Contains([]tycoon.CardKind{tycoon.LandGrant, tycoon.PerfectEngineering}, s.Book().Cards[id].Kind)
	}
	return false
}

// idea is an action with its worth compared to passing.
type idea struct {
	line  string
	worth int
}

// usual weighs the actions of a seat.
type usual struct {
	s    *tycoon.State
	seat engine.Seat
	me   *tycoon.Player
	view *outlook
	list []idea // the best first

	rough bool // for a playout: no reasons, and no look behind an auction

	turns   int // still to come, an estimate
	actions int // of this seat, including the present one
	dollar  int // worth of a dollar
	share   int // cost of a share
	growth  int // worth of a point, in hundredths: it also raises the income
}

func newUsual(s *tycoon.State, seat engine.Seat) *usual {
	s = s.Clone().(*tycoon.State) // cities are changed to try them
	u := &usual{s: s, seat: seat, me: s.Player(seat), view: newOutlook(s, seat)}
	u.turns = turnsLeft(s)
	u.actions = tycoon.Rounds*u.turns + tycoon.Rounds
	if s.Stage == tycoon.StageActions {
		u.actions -= s.Round - 1
	}
	u.priceMoney()
	u.growth = point + max(-10, (s.Income(u.me.Position+3)-s.Income(u.me.Position))*u.turns*u.dollar/3)
	return u
}

// priceMoney estimates the worth of money: while it is short, each missing dollar is a fifth of a share, whose
// dividend will be missing next.
func (u *usual) priceMoney() {
	surplus := u.s.Income(u.me.Position) - u.me.Shares*tycoon.ShareDividend
	poor := min(u.turns, poorMost)
	if surplus < 0 {
		poor = u.turns
	}
	u.share = shareCost(poor)
	rich := min(1+u.turns, richDollar)
	if b := u.baron(); b != nil && b.Goal == tycoon.MostMoney {
		rich += richDollar / 2
	}
	if surplus < 0 { // without a change this player is ruined
		u.share *= 2
	}
	u.share += (u.turns - poor) * rich
	u.dollar = rich
	u.share = u.share * 58 / 100 // money gives points early, and these give more money
	if u.me.Money+u.turns*(surplus-spending) < 0 {
		u.dollar = 11 + u.share/10
	}
}

// shareCost returns the cost of a share whose dividend is missing for so many turns.
func shareCost(turns int) int {
	cost := point
	for range turns {
		cost = cost * (tycoon.SharePays + tycoon.ShareDividend) / tycoon.SharePays
	}
	return cost
}

const (
	poorMost   = 4 // turns for which money is short, at least
	richDollar = 6 // the most that a dollar is worth to a player who has enough
)

// spending is roughly a player's spending in a turn.
const spending = 9

// turnsLeft estimates the number of turns after this one: until it is known, from the empty markers.
func turnsLeft(s *tycoon.State) int {
	if s.Last > 0 {
		return s.Last - s.Turn
	}
	missing := s.Book().Markers[s.Seats] - s.Markers()
	rate := 40 + 35*s.Seats // markers in a turn, in hundredths
	return min(1+max(0, missing)*100/rate, turnsMost, max(turnsLong-s.Turn, 2))
}

const (
	turnsMost = 8
	turnsLong = 9 // of a usual game
)

// price returns the value of this amount: paid first with money, then with shares.
func (u *usual) price(amount int) int {
	n := u.me.SharesFor(amount)
	return n*u.share + (amount-n*tycoon.SharePays)*u.dollar
}

// gain returns the worth of moving up the track now.
func (u *usual) gain(points int) int {
	p := u.me.Position
	return points*point + (u.s.Income(p+points)-u.s.Income(p))*(u.turns+1)*u.dollar
}

// later returns the worth of future deliveries of this sum.
func (u *usual) later(sum int) int { return sum * u.growth / point * u.sure() / 100 }

// sure is the expected part of promised points, in hundredths: others take cubes, too.
func (u *usual) sure() int {
	if u.turns == 0 {
		return 95
	}
	return 78
}

// deliveriesLeft estimates how many cubes the seat delivers after this action.
func (u *usual) deliveriesLeft() int {
	if u.turns == 0 {
		return u.actions - 1
	}
	return (u.actions - 1) * 38 / 100
}

// prospect returns the prospects of the board after an action that does not change the engine.
func (u *usual) prospect() int { return u.promised(u.me.Engine) }

// promised returns the value of the best cubes with an engine of a level, delivered one after the other, three
// in five actions: early points raise the income for longer.
func (u *usual) promised(level int) (sum int) {
	number := u.view.number(level)
	left, got := u.deliveriesLeft(), 0
	thirds := 3 * (tycoon.Rounds - 1 - (u.actions-1)%tycoon.Rounds) // of actions since the turn began
	for tenth := len(number) - 1; tenth > 0; tenth-- {
		for range min(left, number[tenth]) {
			left--
			worth := tenth * point / 10
			rise := u.s.Income(u.me.Position+(got+worth)/point) - u.s.Income(u.me.Position+got/point)
			got += worth
			thirds += 5
			sum += worth + rise*u.dollar*max(0, u.turns+1-thirds/3/tycoon.Rounds)
		}
	}
	return sum * u.sure() / 100
}

// add adds an idea.
func (u *usual) add(line string, worth int) { u.list = append(u.list, idea{line, worth}) }

// weighAll weighs everything that can be done.
func (u *usual) weighAll() {
	u.view.look()
	base := u.prospect()
	u.weighDeliveries(base)
	u.weighUpgrade(base)
	u.weighBuilds(base)
	u.weighCities(base)
	if !u.s.Rules.Novice {
		u.weighWestern(base)
		u.weighCards()
	}
	slices.SortStableFunc(u.list, func(a, b idea) int { return b.worth - a.worth })
	u.weighExecutive()
}

// try plays a line in a copy of the game.
func (u *usual) try(line string) (*engine.Result, error) {
	g := engine.Game{Name: "usual", Title: engine.Bare{Rules: tycoon.Rules{}}, Pos: u.s, Drawn: map[string]int{}}
	return g.Try(u.seat, line, true)
}

// weighDeliveries weighs the cubes that can be delivered now: their points, and the cubes left to deliver.
func (u *usual) weighDeliveries(base int) {
	for i, d := range u.s.Deliveries(u.seat) {
		if i == deliveriesWeighed {
			return
		}
		own, cubes := d.Points[u.seat], &u.s.Cities[d.From].Cubes
		worth := u.gain(own)
		for other, n := range d.Points {
			if engine.Seat(other) != u.seat {
				worth -= n * u.view.others
			}
		}
		cubes.Add(d.Colour, -1)
		u.me.Position += own
		worth += (u.prospect() - base) * keptPart / 100
		u.me.Position -= own
		cubes.Add(d.Colour, 1)
		u.add(u.s.DeliverLine(u.seat, &d), worth)
	}
}

// keptPart is the part of a later delivery that is given up with its cube now: another player
// may take it until then.
const keptPart = 37

const deliveriesWeighed = 12

// engineMore is the value of a larger engine in hundredths of its value for the present links: there will be more.
const (
	engineMore  = 220
	upgradeTurn = 12 // and more for each turn to come
)

// weighUpgrade weighs a larger engine.
func (u *usual) weighUpgrade(base int) {
	level := u.me.Engine + 1
	if level > u.s.Book().TopEngine() {
		return
	}
	cost := u.s.Book().Engines[level]
	if u.incomePays(cost) {
		return
	}
	worth := (u.promised(level)-base)*engineMore/100 + upgradeTurn*min(u.turns, 6) - u.price(cost)
	for _, id := range u.s.Up {
		if card := &u.s.Book().Cards[id]; card.Kind == tycoon.NewTrain && card.N == level {
			worth += u.gain(card.Points)
		}
	}
	if b := u.baron(); b != nil && b.Goal == tycoon.FirstToEngine && u.s.Pullman == engine.Nobody && level <= b.Level {
		worth += b.Points * point / 2
	}
	u.add("upgrade", worth)
}

// incomePays reports whether the income of this turn would pay for shares that must be issued for an amount now,
// in the last action before it.
func (u *usual) incomePays(amount int) bool {
	income := max(0, u.s.Income(u.me.Position)-u.me.Shares*tycoon.ShareDividend)
	return u.s.Round == tycoon.Rounds && u.s.Due == 1 && u.me.SharesFor(amount) > u.me.SharesFor(amount-income)
}

// baron returns the seat's own goal; nil for novices.
func (u *usual) baron() *tycoon.Baron {
	if u.me.Baron == 0 {
		return nil
	}
	return &u.s.Book().Barons[u.me.Baron]
}

// bid returns a bid for first place while it is worth it: another player may take the best action away. It is
// given with its limit, so that one mail is enough for an auction.
func (u *usual) bid() engine.Turn {
	limit := u.limit()
	if limit == 0 {
		return engine.Turn{Lines: []string{"pass"}, Aim: engine.Msg(key.AimNoBid)}
	}
	aim := engine.Msg(key.AimBid)
	if u.rough {
		aim = engine.Message{}
	} else if cubes, by := contested(u.s, u.seat, ahead(u.s, u.seat)); len(cubes) > 0 {
		aim = engine.Msg(key.AimBidFirst, cubesArg(u.s, "cubes", key.SheetNextCube, u.seat, cubes[:1], 1), engine.SeveralOf("players", by, engine.Player))
	}
	return engine.Turn{Lines: []string{"bid up to " + strconv.Itoa(limit)}, Aim: aim}
}

// limit returns the highest bid that being first is worth; 0 for none.
func (u *usual) limit() (most int) {
	if len(u.list) < 2 {
		return 0
	}
	contest := (u.list[0].worth - u.list[1].worth) * 4 / 10 * (u.s.Seats - 1) / u.s.Seats
	for n := u.s.LeastBid(); n <= bidMost && u.price(n) <= contest; n++ {
		most = n
	}
	if most > 0 && !u.rough && idles(u.s, u.seat, most) {
		return 0
	}
	return most
}

const bidMost = 6

// aim tells briefly why an action is the usual one, by its reports.
func (u *usual) aim(r *engine.Result) engine.Message {
	if u.rough {
		return engine.Message{}
	}
	is := r.Pos.(*tycoon.State)
	for _, m := range r.Reports {
		switch m.Key {
		case key.ReportAward:
			return engine.Msg(key.AimAward, m.Args...)
		case key.ReportDeliver:
			return u.aimDelivery(r, m.Message)
		case key.ReportUpgrade, key.ReportUrbanize, key.ReportCardTile, key.ReportBuildLink, key.ReportBuildJoined:
			if aim := u.aimOpening(is); aim.Key != "" {
				return aim
			}
			return engine.Msg(engine.If(m.Key == key.ReportUpgrade, key.AimEngine, key.AimGrow))
		case key.ReportCard:
			return engine.Msg(key.AimCard, engine.Say("effect", cardWords(u.s, m.Message.Of("number").Int)))
		case key.ReportCardActions:
			return engine.Msg(key.AimActions)
		case key.ReportCardCity:
			return engine.Msg(key.AimCubes, m.Args...)
		case key.ReportWestern:
			return engine.Msg(key.AimWestern)
		}
	}
	return engine.Msg(key.AimGrow)
}

// aimDelivery tells who else could take the cube, or its points.
func (u *usual) aimDelivery(r *engine.Result, m engine.Message) engine.Message {
	if list := rivalsFor(u.s, u.seat, r.Acts); len(list) > 0 {
		return engine.Msg(key.AimBefore, append(m.Args, engine.SeveralOf("players", list, engine.Player))...)
	}
	p := u.me.Position
	return engine.Msg(key.AimDeliver, append(m.Args, engine.Int("income", u.s.Income(p+m.Of("n").Int)))...)
}

// aimOpening names the cubes that a link, a tile or an engine brings within reach; the zero Message if none.
func (u *usual) aimOpening(is *tycoon.State) engine.Message {
	switch at, next := openedBy(u.s, is, u.seat, 0), openedBy(u.s, is, u.seat, 1); {
	case at.cubes.Total() > 0:
		return engine.Msg(key.AimOpens, tycoon.CubesArg("cubes", at.cubes))
	case at.points > 0:
		return engine.Msg(key.AimLonger, engine.Int("n", at.points))
	case next.cubes.Total() > 0:
		return engine.Msg(key.AimOpensNext, tycoon.CubesArg("cubes", next.cubes), engine.Int("level", is.Player(u.seat).Engine+1))
	}
	return engine.Message{}
}
