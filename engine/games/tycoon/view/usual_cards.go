package view

import (
	"slices"
	"strconv"

	"railpost/engine/games/tycoon"
)

// Cards, new city tiles and western links in the usual action.

// weighCities weighs new city tiles, at their price and by New Industry.
func (u *usual) weighCities(base int) {
	industry := cardUp(u.s, tycoon.NewIndustry)
	best, line := 0, ""
	for _, c := range u.grayCities() {
		for _, colour := range []tycoon.Colour{tycoon.Red, tycoon.Yellow, tycoon.Blue, tycoon.Black, tycoon.Purple} {
			if u.s.Tiles.Of(colour) == 0 {
				continue
			}
			if worth := u.tileWorth(c, colour, base); line == "" || worth > best {
				best, line = worth, u.s.Book().Cities[c].Name+" "+colour.String()
			}
		}
	}
	if line == "" {
		return
	}
	u.add("urbanize "+line, best-u.price(tycoon.UrbanizeCost))
	if industry != 0 {
		u.add("card "+strconv.Itoa(industry)+" "+line, best)
	}
}

const citiesWeighed = 3

// grayCities returns the gray cities with most own links.
func (u *usual) grayCities() []tycoon.City {
	var list []tycoon.City
	for c := range u.s.Cities {
		if u.s.Cities[c].Colour == tycoon.Gray && u.view.own(tycoon.City(c)) {
			list = append(list, tycoon.City(c))
		}
	}
	slices.SortStableFunc(list, func(a, b tycoon.City) int { return len(u.view.from[b]) - len(u.view.from[a]) })
	return list[:min(citiesWeighed, len(list))]
}

// tileWorth returns the worth of a new city tile, with its two cubes.
func (u *usual) tileWorth(c tycoon.City, colour tycoon.Colour, base int) int {
	town := &u.s.Cities[c]
	town.Colour = colour
	u.view.look()
	worth := u.prospect() - base + u.growthWorth(c)
	town.Colour = tycoon.Gray
	return worth
}

// growthWorth returns the worth of two random cubes in a city.
func (u *usual) growthWorth(c tycoon.City) int {
	sum := u.view.anyCube(c, u.me.Engine)
	_, next := u.view.sum(u.me.Engine, u.deliveriesLeft())
	return 3 * u.later(max(0, sum/max(1, u.s.Bag.Total())-next)) / 2
}

// cardUp returns an available card of a kind; 0 for none.
func cardUp(s *tycoon.State, kind tycoon.CardKind) int {
	for _, id := range s.Up {
		if s.Book().Cards[id].Kind == kind {
			return id
		}
	}
	return 0
}

// weighCards weighs the cards that can be taken, except Railroad Executive and New
// Industry.
func (u *usual) weighCards() {
	u.view.look()
	for _, id := range u.s.Up {
		line := "card " + strconv.Itoa(id)
		switch card := &u.s.Book().Cards[id]; card.Kind {
		case tycoon.Hotel:
			u.add(line, u.hotelWorth(card.City))
		case tycoon.CityGrowth:
			if c, worth := u.bestGrowth(); c != tycoon.NoCity {
				u.add(line+" "+u.s.Book().Cities[c].Name, worth)
			}
		case tycoon.LandGrant:
			if u.turns > 1 && u.s.Hand(u.seat).Grant() == 0 {
				u.add(line, 15*u.dollar/2)
			}
		case tycoon.PerfectEngineering:
			if u.turns > 2 && u.s.Hand(u.seat).Engineering() == 0 {
				u.add(line, 15*u.turns)
			}
		}
	}
}

// hotelWorth estimates the number of cubes that a city will receive.
func (u *usual) hotelWorth(c tycoon.City) int {
	colour := u.s.Cities[c].Colour
	if colour == tycoon.Gray {
		return 0
	}
	coming := cubesOf(u.s, colour) * point * 6 / 10 / len(coloured(u.s, colour))
	if len(u.view.from[c]) == 0 {
		coming /= 3
	}
	return min(coming, u.turns*u.s.Seats*point/3) * u.growth / point
}

// cubesOf returns the number of cubes of a colour in the cities.
func cubesOf(s *tycoon.State, colour tycoon.Colour) (n int) {
	for i := range s.Cities {
		n += s.Cities[i].Cubes.Of(colour)
	}
	return n
}

// bestGrowth returns the city where two more cubes would help most.
func (u *usual) bestGrowth() (best tycoon.City, most int) {
	best = tycoon.NoCity
	for c := range u.s.Cities {
		if !u.view.own(tycoon.City(c)) {
			continue
		}
		if worth := u.growthWorth(tycoon.City(c)); best == tycoon.NoCity || worth > most {
			best, most = tycoon.City(c), worth
		}
	}
	return best, most
}

// weighWestern weighs western links.
func (u *usual) weighWestern(base int) {
	for _, c := range u.s.Book().Gateways {
		if u.s.Stage != tycoon.StageActions || u.s.MayWestern(c) != nil {
			continue
		}
		cubes := &u.s.Cities[c].Cubes
		n := min(tycoon.WesternRed, u.s.Bag.Of(tycoon.Red))
		cubes.Add(tycoon.Red, n)
		u.view.look()
		worth := u.prospect() - base
		cubes.Add(tycoon.Red, -n)
		if b := u.baron(); b != nil && b.Goal == tycoon.WesternBuilt {
			worth += b.Points * point
		}
		for _, id := range u.s.Up {
			if card := &u.s.Book().Cards[id]; card.Kind == tycoon.MajorLine && card.West == c && u.s.Network(u.seat).Connects(card.A, card.B) {
				worth += u.gain(card.Points)
			}
		}
		u.add("western "+u.s.Book().Cities[c].Name, worth-u.price(tycoon.WesternCost))
	}
}

// weighExecutive weighs Railroad Executive: the two best actions instead of one.
func (u *usual) weighExecutive() {
	id := cardUp(u.s, tycoon.RailroadExecutive)
	if id == 0 || len(u.list) < 2 || u.list[1].worth <= 0 {
		return
	}
	worth := u.list[0].worth + u.list[1].worth*85/100
	u.list = slices.Insert(u.list, 0, idea{"card " + strconv.Itoa(id), worth})
}
