package view

import (
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Parts are the blocks of a letter: the own position, the table, the board.
func (View) Parts() []engine.Part { return parts }

var parts = engine.Parts(key.PartOf, placed, []engine.Sheet[*russian.State]{
	{Name: "own", InLetter: true, Show: letterSheet},
	{Name: "table", InLetter: true, Show: tableSheet},
	{Name: "board", Arg: "PLACE", InLetter: true, Show: boardSheet},
	{Name: "spaces", First: true, Show: spacesSheet},
	{Name: "player", Arg: "PLAYER", Find: playerSheet},
}...)

// playerSheet is the board of the seat with a number from 1, or of all: they are public.
func playerSheet(s *russian.State, arg string) ([]engine.Block, error) {
	named := func(arg string) (engine.Seat, error) {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > s.Seats {
			return engine.Nobody, engine.Forbid("", key.RefuseSheetSeat, engine.Text("word", arg), engine.Int("to", s.Seats))
		}
		return engine.Seat(n - 1), nil
	}
	anybody := engine.Request{Seat: engine.Nobody, Arg: arg}
	return anybody.Players(s.Order, named, func(seat engine.Seat) []engine.Block { return ownSheet(s, seat) })
}

// alone reports whether only the acting seat has anything left in the round: all others
// have passed, or will pass automatically (How to play a turn).
func alone(s *russian.State, seat engine.Seat) bool {
	for _, other := range s.Order {
		if p := &s.Players[other]; other != seat && !p.Passed && p.Supply().Count() > 0 {
			return false
		}
	}
	return s.Phase == russian.Turns && s.Pending == 0 && seat == s.Actor
}

func say(m engine.Message) engine.Arg { return engine.Say("", m) }

// ownSheet is one player's board and supply.
func ownSheet(s *russian.State, seat engine.Seat) []engine.Block {
	p := &s.Players[seat]
	got := p.Scoring()
	b := engine.Block{Head: engine.Msg(key.HeadOwn, russian.Who(seat), engine.Int("n", p.Score))}
	b.Lines = append(b.Lines, handLine(s, seat))
	for r := range russian.Railway(russian.Railways) {
		b.Lines = append(b.Lines, railwayLine(p, r, got.Railways[r]))
		if ahead := railwayAhead(p, r, 2); !ahead.Empty() {
			b.Lines = append(b.Lines, ahead)
		}
	}
	b.Lines = append(b.Lines, industryLine(s, p, got.Industry))
	b.Lines = append(b.Lines, industryAhead(s, p)...)
	b.Add(key.SheetScoresNow, engine.Int("n", got.Total()))
	b.Lines = append(b.Lines, belongings(s, p)...)
	return append([]engine.Block{b}, deckOf(s, seat)...)
}

// railwayLine tells the positions of the colours, the locomotives, the reach, and the
// present score.
func railwayLine(p *russian.Player, r russian.Railway, scores int) engine.Message {
	var tracks, locos []engine.Arg
	for c := range russian.Colour(russian.Colours) {
		if at := p.Track[r][c]; at > 0 {
			tracks = append(tracks, say(engine.Msg(key.SheetTrack, russian.ColourTerm(c), engine.Int("space", at))))
		}
	}
	for _, l := range p.Locos[r] {
		if l > 0 {
			locos = append(locos, engine.Int("", l))
		}
	}
	args := []engine.Arg{engine.Term("railway", key.RailwaySignOf+russian.RailwayLetters[r]), engine.Several("tracks", tracks...), engine.Int("n", scores)}
	if r == russian.Transsib && p.Doublers > 0 {
		args = append(args, engine.Say("doublers", engine.Msg(key.SheetDoublers, engine.Int("n", p.Doublers))))
	} else {
		args = append(args, engine.Text("doublers", ""))
	}
	if len(locos) == 0 {
		return engine.Msg(key.SheetRailwayBare, args...)
	}
	return engine.Msg(key.SheetRailway, append(args, engine.Several("locos", locos...), engine.Int("count", len(locos)), engine.Int("reach", p.Reach(r)))...)
}

func industryLine(s *russian.State, p *russian.Player, scores int) engine.Message {
	var markers, factories []engine.Arg
	for m := range 2 {
		if m == 1 && !p.Second {
			break
		}
		markers = append(markers, say(engine.Msg(key.SheetMarker, engine.Term("marker", russian.MarkerKey(m)), russian.PlaceName("where", p.Marker[m]))))
	}
	for _, f := range p.Factories {
		if f > 0 {
			factories = append(factories, s.FactorySay("", f))
		}
	}
	args := []engine.Arg{engine.Several("markers", markers...), engine.Int("n", scores), engine.Int("free", russian.Book.FactorySlots-len(factories))}
	if len(factories) == 0 {
		return engine.Msg(key.SheetIndustryBare, args...)
	}
	return engine.Msg(key.SheetIndustry, append(args, engine.Several("factories", factories...))...)
}

// belongings are the engineers, tokens and cards of a player.
func belongings(s *russian.State, p *russian.Player) []engine.Message {
	var list engine.Lines
	var unlocked, used []engine.Arg
	for c := range russian.Colour(russian.Colours) {
		if p.Unlocked&(1<<c) != 0 {
			unlocked = append(unlocked, engine.Term("", key.ColourOf+russian.ColourNames[c]))
		}
	}
	list = append(list, engine.Msg(key.SheetUnlocked, engine.Several("colours", unlocked...)))
	list = append(list, engineerLines(s, p)...)
	for i, token := range p.Filled {
		if token > 0 {
			used = append(used, say(engine.Msg(key.SheetFilled, engine.Term("where", key.SpecialOf+russian.Book.QuestionSpaces[i]), engine.Term("token", russian.TokenKey(token-1)))))
		}
	}
	list = append(list, tokensLeft(p))
	list.AddList(key.SheetTokensUsed, "used", used)
	if p.Black {
		list.Add(key.SheetBlackWorker)
	}
	return append(list, cardLines(p)...)
}

// engineerLines tell the effects of a player's own engineers.
func engineerLines(s *russian.State, p *russian.Player) (told engine.Lines) {
	var engineers []engine.Arg
	for _, n := range p.Engineers {
		state := key.SheetEngineerUnused
		if _, taken := s.At(russian.EngineerSpace(n)); taken {
			state = key.SheetEngineerUsed
		}
		engineers = append(engineers, say(engine.Msg(state, numberedEngineer("engineer", n))))
	}
	told.AddList(key.SheetEngineers, "engineers", engineers)
	return told
}

// cardLines name the end bonus cards that the viewer knows, or count them.
func cardLines(p *russian.Player) []engine.Message {
	var known []engine.Arg
	for _, c := range p.Cards {
		if c > 0 {
			known = append(known, say(engine.Msg(key.SheetEndcardNow, russian.CardTerm(c), cardNow(p, c))))
		}
	}
	switch {
	case len(known) > 0:
		return []engine.Message{engine.Msg(key.SheetEndcards, engine.Several("cards", known...), engine.Int("n", len(known)))}
	case len(p.Cards) > 0:
		return []engine.Message{engine.Msg(key.SheetEndcardsHidden, engine.Int("n", len(p.Cards)))}
	}
	return nil
}

// cardNow is the present score of an end bonus card.
func cardNow(p *russian.Player, card int) engine.Arg {
	return engine.Int("now", russian.CardPoints(p, &russian.Book.EndCards[card-1]))
}

// deckOf lists the end bonus cards that a seat can choose from, if it is asked to.
func deckOf(s *russian.State, seat engine.Seat) []engine.Block {
	if seat != s.Actor || s.Pending == 0 || len(s.Deck) == 0 || s.Deck[0] == 0 {
		return nil
	}
	b := engine.Block{Head: engine.Msg(key.HeadDeck)}
	for _, c := range s.Deck {
		b.Add(key.SheetDeckCard, engine.Order("word", russian.Book.EndCards[c-1].ID), russian.CardTerm(c), cardNow(&s.Players[seat], c))
	}
	return []engine.Block{b}
}

// placed returns a position as sheets show it: at the end the players are in the order of their places.
func placed(s *russian.State) *russian.State {
	return engine.Placed(russian.Rules{}, s, func(s *russian.State) *[]engine.Seat { return &s.Order })
}
