package g18cz

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/trains"
)

var sizeNames = [...]string{small: "small", medium: "medium", large: "large"}

func sizeNamed(name string) (Size, error) {
	i := slices.Index(sizeNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("18cz: there is no size %q", name)
	}
	return Size(i), nil
}

// upTo are the names of the sizes below n.
func upTo(n Size) []string { return sizeNames[:n] }

// readBook reads and checks the embedded data.
func readBook() (*rulebook, error) {
	b := &rulebook{}
	for _, read := range []func(*rulebook) error{readCompanies, readLocals, readMarket, readPhases, readTimeline, readTrains, readSetup} {
		if err := read(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func readCompanies(b *rulebook) error {
	d, err := readData[companiesData]("companies.json")
	if err != nil {
		return err
	}
	if len(d.Companies) != companiesMost || len(d.Sizes) != len(sizeNames) {
		return fmt.Errorf("18cz: data/companies.json: %d corporations of %d sizes", len(d.Companies), len(d.Sizes))
	}
	for i, c := range d.Companies {
		if b.companies[i], err = companyOf(c); err != nil {
			return fmt.Errorf("18cz: data/companies.json: %s: %w", c.ID, err)
		}
		if err := readSize(b, d, c); err != nil {
			return err
		}
		b.inTwo[i] = c.Two
		b.companyWords = append(b.companyWords, engine.Word[Company]{Text: c.ID, Value: Company(i)})
	}
	if !slices.IsSortedFunc(b.companies[:], func(x, y company) int { return int(x.size - y.size) }) {
		return fmt.Errorf("18cz: data/companies.json: the corporations do not stand by size")
	}
	return nil
}

func companyOf(d companyData) (company, error) {
	size, err := sizeNamed(d.Size)
	c := company{id: d.ID, key: engine.Fold(d.ID), name: d.Name, size: size, homes: d.Homes, costs: d.Costs}
	if err != nil {
		return c, err
	}
	cut := stock.Cut{Director: d.Parts[0], Share: d.Share, Most: d.Most}
	c.cut = [2]stock.Cut{cut, cut}
	c.cut[1].Most = d.MostOfTwo
	sum := 0
	for i, percent := range d.Parts {
		sum += percent
		if i > 0 && percent != d.Share || d.ShareIDs[i] != d.ID+"_"+strconv.Itoa(i) {
			return c, fmt.Errorf("certificate %d is %s of %d %%", i, d.ShareIDs[i], percent)
		}
	}
	if sum != 100 || cut.Director != 2*cut.Share || d.Shares != cut.Shares() || d.Capital != d.Shares || d.Floats != floats || d.Stations != len(d.Costs) {
		return c, fmt.Errorf("it is cut as %+v into %d shares, floats at %d %%, has %d stations", cut, d.Shares, d.Floats, d.Stations)
	}
	switch {
	case d.City != nil:
		c.city = *d.City
	case d.ID == "ATE": // B9 has two cities (8.6)
		c.city = noCity
	}
	return c, nil
}

// readSize checks that all corporations of a size follow the same rules, and that
// the rules of sizes are those the program knows: own size and smaller.
func readSize(b *rulebook, d companiesData, c companyData) error {
	size, err := sizeNamed(c.Size)
	if err != nil {
		return err
	}
	rule, r := d.Sizes[c.Size], &b.sizes[size]
	if r.starts == nil {
		*r = sizeRule{key: c.Size, starts: c.Starts, capital: rule.Capital}
	}
	if !slices.Equal(r.starts, c.Starts) || r.capital != c.Capital {
		return fmt.Errorf("18cz: data/companies.json: %s does not start as other %s corporations", c.ID, c.Size)
	}
	own := upTo(size + 1)
	if !slices.Equal(rule.Owns, own) || !slices.Equal(rule.Locals, own) || !slices.Equal(rule.Takes, upTo(size)) || !slices.Equal(rule.Runs, own[size:]) {
		return fmt.Errorf("18cz: data/companies.json: the rules of %s corporations are others than the program's: %+v", c.Size, rule)
	}
	return nil
}

func readLocals(b *rulebook) error {
	d, err := readData[companiesData]("companies.json")
	if err != nil {
		return err
	}
	if len(d.Locals) != localsMost {
		return fmt.Errorf("18cz: data/companies.json: %d local railways", len(d.Locals))
	}
	for i, l := range d.Locals {
		size, err := sizeNamed(l.Size)
		if err != nil {
			return err
		}
		b.locals[i] = local{
			id: l.ID, key: engine.Fold(l.ID), name: l.Name, size: size, price: l.Price, income: l.Income,
			purple: l.Purple.Tiles, terrain: map[string]bool{}, discount: l.Terrain.Discount, two: l.Two,
		}
		for _, hex := range l.Terrain.Hexes {
			b.locals[i].terrain[hex] = true
		}
		if l.Purple.Uses != 1 || l.Terrain.Uses != 1 {
			return fmt.Errorf("18cz: data/companies.json: %s can be used more than once", l.ID)
		}
		b.localWords = append(b.localWords, engine.Word[Local]{Text: l.ID, Value: Local(i)})
	}
	return nil
}

func readMarket(b *rulebook) error {
	d, err := readData[marketData]("market.json")
	if err != nil {
		return err
	}
	for i, c := range d.Cells {
		if c.Index != i || i > 0 && c.Price <= b.chart[i-1] || c.LogID != fmt.Sprintf("%d,0,%d", c.Price, i) {
			return fmt.Errorf("18cz: data/market.json: the chart does not rise at space %d", i)
		}
		b.chart = append(b.chart, c.Price)
		for size, name := range sizeNames {
			if slices.Contains(c.Starts, name) != slices.Contains(b.sizes[size].starts, c.Price) {
				return fmt.Errorf("18cz: data/market.json: %d and the start prices of %s corporations do not agree", c.Price, name)
			}
		}
	}
	m := d.Moves
	for size, steps := range []int{m.Paid.Small, m.Paid.Medium, m.Paid.Large} {
		b.sizes[size].paid = steps / row
		if steps%row != 0 {
			return fmt.Errorf("18cz: data/market.json: a dividend moves %d spaces", steps)
		}
	}
	if m.None.Steps != -row || m.Sold.Steps != -diagonal || m.SoldOut.Steps != diagonal {
		return fmt.Errorf("18cz: data/market.json: the moves are others than the program's: %+v", m)
	}
	return nil
}

func readPhases(b *rulebook) error {
	d, err := readData[phasesData]("phases.json")
	if err != nil {
		return err
	}
	b.final = d.Final
	for i, p := range d.Phases {
		phase := trains.Phase{Name: p.Name, Colours: p.Colours, Limit: make([]int, len(sizeNames))}
		for size, name := range sizeNames {
			if limit := p.Limit[name]; limit != nil {
				phase.Limit[size] = *limit
			}
			if !slices.Contains(p.Sizes, name) {
				b.opens[size] = i + 1
			}
		}
		if !p.Locals {
			b.deals = i + 1
		}
		if p.Locals != p.Trades || i > 0 && p.Starts != p.Name || !slices.Equal(p.Sizes, upTo(Size(len(p.Sizes)))) {
			return fmt.Errorf("18cz: data/phases.json: phase %s is not what the program expects", p.Name)
		}
		b.phases, b.red = append(b.phases, phase), append(b.red, p.RedColour)
	}
	return nil
}

func readTimeline(b *rulebook) error {
	d, err := readData[phasesData]("phases.json")
	if err != nil {
		return err
	}
	set := 0
	for _, r := range d.Timeline {
		s := slot{value: r.Value, export: r.Export}
		switch r.Round {
		case "pre-stock (draft)":
			s.stage = drafting
		case "stock":
			set++
			s.stage, s.set = stocks, set
			if r.Name != "SR"+strconv.Itoa(set) {
				return fmt.Errorf("18cz: data/phases.json: the stock round %s is number %d", r.Name, set)
			}
		case "operating":
			s.stage, s.set = operating, set
			name, number, _ := strings.Cut(r.Name, ".")
			if s.round, err = strconv.Atoi(number); err != nil || name != strconv.Itoa(set) {
				return fmt.Errorf("18cz: data/phases.json: the operating round %s stands in set %d", r.Name, set)
			}
		default:
			s.stage = over
		}
		b.timeline = append(b.timeline, s)
	}
	return nil
}

func readTrains(b *rulebook) error {
	d, err := readData[trainsData]("trains.json")
	if err != nil {
		return err
	}
	for i, t := range d.Trains {
		pile := trains.Pile{Name: t.Name, Count: trains.Endless, Opens: i > 0}
		if text := string(t.Count); text != `"unlimited"` {
			if pile.Count, err = strconv.Atoi(text); err != nil {
				return fmt.Errorf("18cz: data/trains.json: the number of %s: %w", t.Name, err)
			}
		}
		for _, f := range t.Faces {
			size, err := sizeNamed(f.Size)
			if err != nil {
				return err
			}
			r := f.Range
			out := trains.Face{Name: f.Name, Size: int(size), Price: f.Price, RustedBy: f.RustedBy, Range: max(r.Stops, r.Cities)}
			want := [...]string{small: "normal", medium: "plus", large: "express"}[size]
			if r.Kind != want || size == medium && r.Towns != r.Cities {
				return fmt.Errorf("18cz: data/trains.json: %s is no %s train", f.Name, want)
			}
			pile.Faces = append(pile.Faces, out)
		}
		if len(b.phases) <= i || b.phases[i].Name != t.Type || pile.Faces[0].Name != t.Name {
			return fmt.Errorf("18cz: data/trains.json: type %s has no phase, or %s is not its first side", t.Type, t.Name)
		}
		b.piles = append(b.piles, pile)
	}
	return nil
}

func readSetup(b *rulebook) error {
	d, err := readData[setupData]("setup.json")
	if err != nil {
		return err
	}
	for _, t := range d.Tables {
		if t.Players < 2 || t.Players >= len(b.tables) || (t.Map == "two") != (t.Players == 2) {
			return fmt.Errorf("18cz: data/setup.json: a table of %d on the map %q", t.Players, t.Map)
		}
		b.tables[t.Players] = table{cash: t.Cash, limit: t.Limit}
	}
	b.lowCash = d.Conflicts.Cash["XI.8"]
	for i, c := range b.companies {
		if b.inTwo[i] == slices.Contains(d.Two.Companies, c.id) {
			return fmt.Errorf("18cz: data/setup.json: whether %s is in the game for two is not clear", c.id)
		}
	}
	for _, l := range b.locals {
		if l.two == slices.Contains(d.Two.Locals, l.id) {
			return fmt.Errorf("18cz: data/setup.json: whether %s is in the game for two is not clear", l.id)
		}
	}
	return nil
}
