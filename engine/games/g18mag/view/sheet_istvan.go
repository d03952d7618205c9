package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
)

// istvanSheet is the public facts about István: his money and companies, each minor's next purchase, and the
// order in which he buys shares. It is empty in other games.
func istvanSheet(s *g18mag.State) []engine.Block {
	if s.Alone == nil {
		return nil
	}
	blocks := []engine.Block{planBlock(s), stockCardTable(s)}
	if line, _ := s.IstvanBuys(); line >= 0 && s.Stage == g18mag.Stocks {
		would := engine.Msg(key.HeadIstvanWouldBuy, engine.Int("cash", s.Cash.Of(g18mag.Wallet(g18mag.Istvan))), g18mag.CompanySay("company", s.Alone.StockCard().Order[line].Major))
		blocks = append(blocks, engine.Block{Head: would})
	}
	return blocks
}

// planBlock tells, for each minor of István's, its next purchase and the city it would upgrade now.
func planBlock(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadIstvanPlans, engine.Term("level", key.LevelOf+s.Alone.Level))}
	for _, p := range s.Alone.Plans {
		say, args := key.SheetIstvanDone, []engine.Arg{g18mag.CompanySay("company", p.Minor)}
		if e := s.Alone.NextEntry(p.Minor); e != nil {
			say = key.SheetIstvanNext
			args = append(args, engine.Int("n", p.Done+1), engine.Int("of", len(s.Alone.PlanOf(p.Minor).Entries)), engine.Say("what", e.Message()))
		}
		b.Add(say, args...)
		if cities := upgradesNext(s, p.Minor); len(cities) > 0 {
			b.Add(key.SheetIstvanUpgrades, g18mag.CompanySay("company", p.Minor), engine.Several("cities", cities...))
		}
	}
	if s.Alone.PlanOf(s.Alone.Plans[0].Minor).Always {
		b.Add(key.SheetIstvanAlways)
	}
	b.Add(key.SheetIstvanTrackOf+trackKey(s), engine.Int("n", g18mag.Solo.Fee))
	return b
}

// upgradesNext returns the cities of which a minor of István's would upgrade one now.
func upgradesNext(s *g18mag.State, c g18mag.Company) (cities []engine.Arg) {
	var seen []track.HexID
	if s.PhaseColour() == g18mag.Yellow {
		return nil
	}
	for _, l := range s.Upgrades(c).Best() {
		if !slices.Contains(seen, l.Hex) {
			seen = append(seen, l.Hex)
			at := &s.World().Map.Hexes[l.Hex]
			cities = append(cities, sheet.Text(sheet.Join(at.Name, at.Place)))
		}
	}
	return cities
}

// trackKey returns the end of a message key: whether István upgrades now.
func trackKey(s *g18mag.State) string {
	if s.PhaseColour() == g18mag.Yellow {
		return "yellow"
	}
	return "upgrades"
}

// stockCardTable is István's stock card: on his turn he buys of the first line that he can. It never changes;
// the table of majors has his holdings and their prices.
func stockCardTable(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadIstvanStock, engine.Int("n", s.Alone.StockCard().Number)), Columns: engine.Headings(key.ColumnCardLine, key.ColumnMajor, key.ColumnUpTo)}
	for i, line := range s.Alone.StockCard().Order {
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Number(i + 1), sheet.Word(g18mag.Companies[line.Major].Word), sheet.Percent(line.Most, false),
		})
	}
	b.Add(key.SheetIstvanStock, engine.Int("n", s.Limits().Certificates))
	return b
}

// cardLines are the whole company card of a minor of István's.
func cardLines(s *g18mag.State, c g18mag.Company) []engine.Message {
	done := 0
	for _, p := range s.Alone.Plans {
		if p.Minor == c {
			done = p.Done
		}
	}
	plan := s.Alone.PlanOf(c)
	var lines []engine.Message
	for i := range plan.Entries {
		say := engine.If(i < done, key.SheetCardDone, key.SheetCardOpen)
		lines = append(lines, engine.Msg(say, engine.Int("n", i+1), engine.Say("what", plan.Entries[i].Message())))
	}
	if plan.Always {
		lines = append(lines, engine.Msg(key.SheetIstvanAlways))
	}
	return lines
}
