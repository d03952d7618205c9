package tycoon

import (
	"slices"
	"strconv"
)

// What is usual with cards, new city tiles and western links.

// weighCities weighs new city tiles, at their price and by New Industry.
func (u *usual) weighCities(base int) {
	industry := u.cardUp(NewIndustry)
	best, line := 0, ""
	for _, c := range u.grayCities() {
		for _, colour := range []Colour{Red, Yellow, Blue, Black, Purple} {
			if u.s.Tiles.Of(colour) == 0 {
				continue
			}
			if worth := u.tileWorth(c, colour, base); line == "" || worth > best {
				best, line = worth, u.s.book.Cities[c].Name+" "+colour.String()
			}
		}
	}
	if line == "" {
		return
	}
	u.add("urbanize "+line, best-u.price(urbanizeCost))
	if industry != 0 {
		u.add("card "+strconv.Itoa(industry)+" "+line, best)
	}
}

const citiesWeighed = 3

// grayCities are the gray cities with most own links.
func (u *usual) grayCities() []City {
	var list []City
	for c := range u.s.Cities {
		if u.s.Cities[c].Colour == Gray && u.view.own(City(c)) {
			list = append(list, City(c))
		}
	}
	slices.SortStableFunc(list, func(a, b City) int { return len(u.view.from[b]) - len(u.view.from[a]) })
	return list[:min(citiesWeighed, len(list))]
}

// tileWorth is what a new city tile is worth, with its two cubes.
func (u *usual) tileWorth(c City, colour Colour, base int) int {
	town := &u.s.Cities[c]
	town.Colour = colour
	u.view.look()
	worth := u.prospect() - base + u.growthWorth(c)
	town.Colour = Gray
	return worth
}

// growthWorth is what two random cubes in a city are worth.
func (u *usual) growthWorth(c City) int {
	sum := u.view.anyCube(c, u.me.Engine)
	_, next := u.view.sum(u.me.Engine, u.deliveriesLeft())
	return 2 * u.later(max(0, sum/max(1, u.s.Bag.Total())-next))
}

// cardUp is an available card of a kind; 0 for none.
func (u *usual) cardUp(kind CardKind) int {
	for _, id := range u.s.Up {
		if u.s.book.Cards[id].Kind == kind {
			return id
		}
	}
	return 0
}

// weighCards weighs what can be taken, but Railroad Executive and New Industry.
func (u *usual) weighCards() {
	u.view.look()
	for _, id := range u.s.Up {
		line := "card " + strconv.Itoa(id)
		switch card := &u.s.book.Cards[id]; card.Kind {
		case Hotel:
			u.add(line, u.hotelWorth(card.City))
		case CityGrowth:
			if c, worth := u.bestGrowth(); c != NoCity {
				u.add(line+" "+u.s.book.Cities[c].Name, worth)
			}
		case LandGrant:
			if u.turns > 1 && u.s.grantCard(u.seat) == 0 {
				u.add(line, 6*u.dollar)
			}
		case PerfectEngineering:
			if u.turns > 2 && u.s.engineeringCard(u.seat) == 0 {
				u.add(line, 20*u.turns)
			}
		}
	}
}

// hotelWorth guesses how many cubes will come to a city.
func (u *usual) hotelWorth(c City) int {
	colour, like, cubes := u.s.Cities[c].Colour, 0, 0
	if colour == Gray {
		return 0
	}
	for i := range u.s.Cities {
		if u.s.Cities[i].Colour == colour {
			like++
		}
		cubes += u.s.Cities[i].Cubes.Of(colour)
	}
	coming := cubes * point * 6 / 10 / like
	if len(u.view.from[c]) == 0 {
		coming /= 3
	}
	return min(coming, u.turns*u.s.Seats*point/3) * u.growth / point
}

// bestGrowth is where two cubes more would help most.
func (u *usual) bestGrowth() (best City, most int) {
	best = NoCity
	for c := range u.s.Cities {
		if !u.view.own(City(c)) {
			continue
		}
		if worth := u.growthWorth(City(c)); best == NoCity || worth > most {
			best, most = City(c), worth
		}
	}
	return best, most
}

// weighWestern weighs western links.
func (u *usual) weighWestern(base int) {
	for _, c := range u.s.book.Gateways {
		if u.s.Stage != StageActions || u.s.mayWestern(c) != nil {
			continue
		}
		cubes := &u.s.Cities[c].Cubes
		n := min(westernRed, u.s.Bag.Of(Red))
		cubes.Add(Red, n)
		u.view.look()
		worth := u.prospect() - base
		cubes.Add(Red, -n)
		if b := u.baron(); b != nil && b.Goal == WesternBuilt {
			worth += b.Points * point
		}
		for _, id := range u.s.Up {
			if card := &u.s.book.Cards[id]; card.Kind == MajorLine && card.West == c && u.s.connects(u.seat, card.A, card.B) {
				worth += u.gain(card.Points)
			}
		}
		u.add("western "+u.s.book.Cities[c].Name, worth-u.price(westernCost))
	}
}

// weighExecutive weighs Railroad Executive: the two best actions in the place of one.
func (u *usual) weighExecutive() {
	id := u.cardUp(RailroadExecutive)
	if id == 0 || len(u.list) < 2 || u.list[1].worth <= 0 {
		return
	}
	worth := u.list[0].worth + u.list[1].worth*8/10
	u.list = slices.Insert(u.list, 0, idea{"card " + strconv.Itoa(id), worth})
}
