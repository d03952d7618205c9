package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// linksSheet lists the links of all players, or of one with the hexes of each.
func linksSheet(s *tycoon.State, arg string) ([]engine.Block, error) {
	if arg != "" {
		seat, err := seatAsked(s, arg)
		if err != nil {
			return nil, err
		}
		return []engine.Block{linksBlock(s, seat)}, nil
	}
	var blocks []engine.Block
	var without []engine.Arg
	for _, seat := range order(s) {
		if s.Network(seat).Links() == 0 && len(openLines(s, seat)) == 0 {
			without = append(without, engine.Player("", seat))
			continue
		}
		blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadLinksOf, engine.Player("player", seat)), Lines: networkLines(s, seat, routesLine(s, seat))})
	}
	if len(without) > 0 {
		blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadLinksNone), Lines: []engine.Message{engine.Msg(key.SheetPlayers, engine.Several("players", without...))}})
	}
	return blocks, nil
}

// linksBlock describes the links of a player: cities, hexes, the turn.
func linksBlock(s *tycoon.State, seat engine.Seat) engine.Block {
	var ways []engine.Message
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat {
			ways = append(ways, engine.Msg(key.SheetLinkWay, s.PlaceArg("from", l.From), s.PlaceArg("to", l.To), engine.Text("hexes", s.Book().HexNames(l)), engine.Int("turn", l.Turn)))
		}
	}
	return engine.Block{Head: engine.Msg(key.HeadLinksOf, engine.Player("player", seat)), Lines: networkLines(s, seat, ways...)}
}

// routesArgs gives the complete links of a player as few routes: "Boston - New Haven - New York". Each link is
// in one of them.
func routesArgs(s *tycoon.State, seat engine.Seat) (list []engine.Arg) {
	var left []tycoon.Link
	for i := range s.Links {
		if s.Links[i].Owner == seat {
			left = append(left, s.Links[i])
		}
	}
	for len(left) > 0 {
		at := routeStart(left)
		route := engine.Msg(key.PathCity, s.CityArg(at))
		for {
			i := slices.IndexFunc(left, func(l tycoon.Link) bool { return l.From == at || l.To == at })
			if i < 0 {
				break
			}
			at = other(&left[i], at)
			left = slices.Delete(left, i, i+1)
			route = engine.Msg(key.PathThen, engine.Say("way", route), engine.Say("next", engine.Msg(key.PathCity, s.CityArg(at))))
		}
		list = append(list, say(route))
	}
	return list
}

// routesLine gives the number of a player's complete links, and their routes.
func routesLine(s *tycoon.State, seat engine.Seat) engine.Message {
	return engine.Msg(key.SheetLinks, engine.Int("n", s.Network(seat).Links()), engine.Several("links", routesArgs(s, seat)...))
}

// routeStart returns a city where an odd number of links ends, so that there are few routes; in a circle, any city.
func routeStart(links []tycoon.Link) tycoon.City {
	odd := func(c tycoon.City) bool {
		n := 0
		for i := range links {
			if links[i].From == c || links[i].To == c {
				n++
			}
		}
		return n%2 == 1
	}
	for i := range links {
		for _, c := range []tycoon.City{links[i].From, links[i].To} {
			if odd(c) {
				return c
			}
		}
	}
	return links[0].From
}

// othersLinks gives the links of the players except one, each in a separate block, since they change one at a time.
func othersLinks(s *tycoon.State, reader engine.Seat) (blocks []engine.Block) {
	for _, seat := range order(s) {
		if routes := routesArgs(s, seat); seat != reader && len(routes) > 0 {
			blocks = append(blocks, engine.Block{
				Head:  engine.Msg(key.HeadLinksOf, engine.Player("player", seat)),
				Lines: []engine.Message{engine.Msg(key.SheetLinksOf, engine.Several("links", routes...))},
			})
		}
	}
	return blocks
}
