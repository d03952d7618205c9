package view

import (
	"maps"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// tableSheet shows the boards of the others, in turn order.
func tableSheet(s *russian.State, r engine.Request) (blocks []engine.Block, err error) {
	for _, seat := range s.Order {
		if seat != r.Seat {
			b := boardBlock(s, seat, r.Spoken)
			b.Close = true
			blocks = append(blocks, b)
		}
	}
	return blocks, nil
}

func numberCell(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg(key.CellNumber, engine.Int("n", n)), Right: true}
}

// boardSheet is the main board: first the parts that change with every move; or a space or a railway as in orders.
func boardSheet(s *russian.State, r engine.Request) ([]engine.Block, error) {
	if r.Arg != "" {
		return spaceSheet(s, r.Seat, r.Arg)
	}
	blocks := append(append([]engine.Block{freeBlock(s, r.Seat)}, supplyBlocks(s)...), engineerBlock(s))
	if s.Round == s.Rounds() {
		blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadLastSpaces), Lines: effects(s, func(sp *russian.Space) bool { return sp.OnlyLast })})
	}
	for i := range blocks {
		blocks[i].Close = true
	}
	return blocks, nil
}

// freeBlock lists the free spaces, including those of the seat's own engineers: those it can use now, and the
// others except those of colours that nobody has unlocked.
func freeBlock(s *russian.State, seat engine.Seat) engine.Block {
	mine := as(s, seat)
	var names, not []engine.Arg
	for _, sp := range russian.Book.Spaces {
		if _, used := s.At(sp.ID); used && !sp.Open || !s.InPlay(sp) || sp.Engineer > 0 && !public(s, sp.Engineer) && !owns(s, seat, sp.Engineer) {
			continue
		}
		if why := unusable(mine, sp); why.Empty() {
			names = append(names, russian.SpaceTerm(sp.ID))
		} else if why.Key != key.SheetWhyLocked || anyoneUnlocked(s, sp) {
			not = append(not, russian.SpaceTerm(sp.ID))
		}
	}
	b := engine.Block{Head: engine.Msg(key.HeadFree)}
	if len(names)+len(not) > 0 {
		b.Add(key.SheetFree, engine.Several("spaces", names...), engine.Int("free", len(names)), engine.Several("others", not...), engine.Int("n", len(not)))
	}
	if n := s.Row[russian.HireSlot]; n > 0 {
		b.Add(key.SheetEngineerHire, numberedEngineer("engineer", n))
	}
	return b
}

// public reports whether an engineer is one that everybody may use.
func public(s *russian.State, engineer int) bool {
	slot := slices.Index(s.Row[:], engineer)
	return slot >= 0 && s.PublicSlot(slot)
}

// owns reports whether a seat has hired an engineer.
func owns(s *russian.State, seat engine.Seat, engineer int) bool {
	return seat >= 0 && int(seat) < s.Seats && slices.Contains(s.Players[seat].Engineers, engineer)
}

// anyoneUnlocked reports whether somebody has unlocked a colour of a space.
func anyoneUnlocked(s *russian.State, sp *russian.Space) bool {
	return slices.ContainsFunc(sp.Effect, func(part russian.Part) bool {
		return slices.ContainsFunc(s.Players, func(p russian.Player) bool { return p.Unlocked&part.Colours != 0 })
	})
}

// spacesSheet is facts that hardly ever change, and all placements: the spaces with pieces, the effect of every
// space, and how to read the boards where they are drawn.
func spacesSheet(s *russian.State, r engine.Request) ([]engine.Block, error) {
	var blocks []engine.Block
	blocks = append(blocks, engine.Filled(engine.Block{Head: engine.Msg(key.HeadTaken), Lines: takenLines(s)})...)
	blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadSpaces), Lines: effects(s, func(*russian.Space) bool { return true })})
	if !r.Spoken {
		blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadLegend), Lines: []engine.Message{engine.Msg(key.SheetLegend)}, Instead: &engine.Block{}})
	}
	return blocks, nil
}

// effects tell the effects of some spaces of the main board.
func effects(s *russian.State, of func(*russian.Space) bool) (list []engine.Message) {
	for _, sp := range russian.Book.Spaces {
		if sp.Engineer == 0 && s.InPlay(sp) && of(sp) {
			list = append(list, engine.Msg(key.SheetSpace, russian.SpaceTerm(sp.ID), costSay(sp), spaceEffect(sp)))
		}
	}
	return list
}

// takenLines list the occupied spaces, a line for each player.
func takenLines(s *russian.State) []engine.Message {
	var list []engine.Message
	for _, seat := range s.Order {
		if spaces := usedBy(s, seat); len(spaces) > 0 {
			list = append(list, engine.Msg(key.SheetTakenBy, engine.Player("by", seat), engine.Several("spaces", spaces...)))
		}
	}
	return list
}

// partSigns are the parts of an effect that name their order words.
var partSigns = map[russian.Op]string{
	russian.OpBuild: key.PartBuildSign, russian.OpLoco: key.PartLocoSign, russian.OpFactory: key.PartFactorySign,
}

// spaceEffect is the effect of a space with the order words for its choices.
func spaceEffect(sp *russian.Space) engine.Arg {
	effect := russian.EffectList("effect", sp.Effect)
	for i, p := range sp.Effect {
		if sign, ok := partSigns[p.Op]; ok {
			effect.List[i].Text = sign
		}
	}
	return effect
}

func costSay(sp *russian.Space) engine.Arg {
	var list []engine.Arg
	if sp.Workers > 0 {
		list = append(list, say(engine.Msg(key.CostWorkers, engine.Int("n", sp.Workers))))
	}
	if sp.Rubles > 0 {
		list = append(list, say(engine.Msg(key.CostRubles, engine.Int("n", sp.Rubles))))
	}
	return engine.Several("cost", list...)
}

// engineerBlock is the row of engineers for everybody and to come, which does not change in a
// round.
func engineerBlock(s *russian.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadEngineers)}
	var now, later []engine.Arg
	for slot, n := range s.Row {
		switch {
		case n == 0 || slot == russian.HireSlot:
		case s.PublicSlot(slot):
			now = append(now, numberedEngineer("", n))
		default:
			later = append(later, numberedEngineer("", n))
		}
	}
	b.AddList(key.SheetEngineerPublic, "engineers", now)
	b.AddList(key.SheetEngineerAnnounced, "engineers", later)
	if len(b.Lines) == 0 {
		b.Add(key.SheetEngineersNone)
	}
	return b
}

// numberedEngineer is an engineer with its effect, in a text that calls it one.
func numberedEngineer(name string, n int) engine.Arg {
	return engine.Say(name, engine.Msg(key.SheetNumbered, engine.Int("n", n), russian.EffectList("effect", russian.Book.Space(russian.EngineerSpace(n)).Effect)))
}

// supplyBlocks are the supply: the next locomotives and the next factory, the factories discarded, and the ?
// cards and the deck.
func supplyBlocks(s *russian.State) []engine.Block {
	var next, faceUp, cards []engine.Arg
	for n, left := range s.Piles {
		if left > 0 && len(next) < pilesShown {
			next = append(next, say(engine.Msg(key.SheetPile, engine.Int("number", n), engine.Int("n", left))))
		}
	}
	tiles := engine.Block{Head: engine.Msg(key.HeadPilesNone)}
	if len(next) > 0 {
		tiles.Head = engine.Msg(key.HeadPiles, engine.Several("piles", next...))
		tiles.Lines = []engine.Message{engine.Msg(key.SheetNextFactory, numberedFactory(s, "factory", s.Lowest()))}
	}
	count := map[int]int{}
	for _, n := range s.FaceUp {
		count[n]++
	}
	for _, n := range slices.Sorted(maps.Keys(count)) {
		faceUp = append(faceUp, say(engine.Msg(key.SheetFaceUpOf, numberedFactory(s, "factory", n), engine.Int("n", count[n]))))
	}
	discarded := engine.Block{Head: engine.Msg(key.HeadFaceUp)}
	discarded.AddList(key.SheetFaceUp, "factories", faceUp)
	for i := range russian.Book.QuestionCards {
		if s.CardsUsed&(1<<i) == 0 {
			cards = append(cards, engine.Term("", russian.CardKey(i)))
		}
	}
	return append(append([]engine.Block{tiles}, engine.Filled(discarded)...), engine.Block{Head: engine.Msg(key.HeadCards), Lines: []engine.Message{engine.Msg(key.SheetDeck, engine.Several("cards", cards...), engine.Int("left", len(cards)), engine.Int("n", len(s.Deck)))}})
}

// numberedFactory is a factory with its effect, in a text that calls it one.
func numberedFactory(s *russian.State, name string, n int) engine.Arg {
	return engine.Say(name, engine.Msg(key.SheetNumbered, engine.Int("n", n), russian.EffectList("effect", s.Factory(n))))
}

// pilesShown is the number of piles of locomotives in a letter, from the next one on.
const pilesShown = 3

// spaceSheet explains one space or one railway in words, by its name in orders. seat is
// the reader.
func spaceSheet(s *russian.State, seat engine.Seat, arg string) ([]engine.Block, error) {
	tokens := engine.Tokenize(arg)
	if v, err := engine.Words(key.ParamRailway, russian.RailwayWords, nil).Read(tokens); err == nil && tokens.Done() {
		return []engine.Block{railwayBlock(s, v.(russian.Railway), seat)}, nil
	}
	tokens = engine.Tokenize(arg)
	v, err := engine.Words(key.ParamSpace, russian.SpaceWords, nil).Read(tokens)
	if err != nil || !tokens.Done() {
		var near []engine.Arg
		if r, ok := engine.AsRefusal(err); ok {
			near = engine.Each(r.Expected, func(w string) engine.Arg { return engine.Order("", w) })
		}
		return nil, engine.Forbid("", key.RefuseSheetSpace, engine.Order("word", arg), engine.Several("near", near...), engine.Int("n", len(near)))
	}
	return []engine.Block{spaceBlock(s, seat, russian.Book.Space(v.(string)))}, nil
}

// spaceBlock tells the cost and effect of a space, the pieces on it, and why it cannot be used now.
func spaceBlock(s *russian.State, seat engine.Seat, sp *russian.Space) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadSpace, russian.SpaceTerm(sp.ID))}
	b.Add(key.SheetSpace, russian.SpaceTerm(sp.ID), costSay(sp), spaceEffect(sp))
	if sp.Open {
		b.Add(key.SheetNeverTaken)
	}
	for _, l := range s.Lying {
		if l.Space == sp.ID {
			b.Lines = append(b.Lines, takenLine(sp, l))
		}
	}
	if why := unusable(as(s, seat), sp); !why.Empty() {
		b.Add(key.SheetNotNow, engine.Say("why", why))
	}
	return b
}

// as returns the position as if it were the seat's turn; nil if no spaces can be used now or the seat has no
// more turn.
func as(s *russian.State, seat engine.Seat) *russian.State {
	if s.Phase != russian.Turns || seat < 0 || int(seat) >= s.Seats || s.Players[seat].Passed {
		return nil
	}
	if s.Actor == seat && len(s.Stack) == 0 && s.Pending == 0 {
		return s
	}
	c := s.Clone().(*russian.State)
	c.Actor, c.Stack, c.Pending = seat, nil, 0
	return c
}

// unusable tells in a few words why the actor cannot use a space; empty if they can, or
// if there is no actor.
func unusable(s *russian.State, sp *russian.Space) engine.Message {
	if s == nil {
		return engine.Message{}
	}
	err := s.MayPlace(sp.ID)
	if err == nil {
		return engine.Message{}
	}
	r, ok := engine.AsRefusal(err)
	if !ok {
		return engine.Msg(key.SheetWhyIncomplete)
	}
	switch r.Why.Key {
	case key.RefuseCannotPay, key.RefuseRubleNeeded, key.RefuseNoSwap:
		return engine.Msg(key.SheetWhyPieces)
	case key.RefuseLocked:
		return engine.Msg(key.SheetWhyLocked)
	case key.RefuseIncomplete:
		return engine.Msg(key.SheetWhyIncomplete)
	}
	return r.Why
}

func takenLine(sp *russian.Space, l russian.Lying) engine.Message {
	return engine.Msg(key.SheetTaken, russian.SpaceTerm(sp.ID), engine.Player("by", l.Who), russian.PayList("pieces", l.Pay))
}
