package g18mag

import (
	"fmt"
	"slices"
	"strconv"
)

// goods are what minors buy: trains and wagon services (trains.json).
type goods struct {
	limit    int              // trains of a minor
	least    int              // price of a train of another minor
	trains   []train          // by size
	services []Company        // the majors that sell one, by list_order
	prices   map[string][]int // of the first, second, third service of a turn, by colour of the phase
	bonus    map[string]int   // of a red area, by colour of the phase
}

// train is a type of train and who gets what of its price (VI.3.8, X).
type train struct {
	size   int
	price  int
	seller Company // the major that sells it for the bank
	share  int     // what it gets of the price
}

// goodsOf holds the goods of the standard game and of the game for two (X).
var goodsOf = mustGoods()

func mustGoods() [2]*goods {
	large, small, err := readGoods()
	if err != nil {
		panic(err) // the embedded data is part of the program; a test reads it too
	}
	return [2]*goods{large, small}
}

// goods of this game.
func (s *State) goods() *goods { return goodsOf[s.edition().index] }

// train finds a type by its size; ok is false where none is sold.
func (g *goods) train(size int) (t train, ok bool) {
	i := slices.IndexFunc(g.trains, func(t train) bool { return t.size == size })
	if i < 0 {
		return train{}, false
	}
	return g.trains[i], true
}

func readGoods() (large, small *goods, err error) {
	d, err := readData[trainsData]("trains.json")
	if err != nil {
		return nil, nil, err
	}
	large, small = &goods{}, &goods{prices: map[string][]int{}}
	large.prices = d.Wagons.Large.Price
	for colour, n := range d.Wagons.Small.Price {
		small.prices[colour] = []int{n}
	}
	kinds := map[*goods]map[string]wagonData{large: d.Wagons.Large.Kinds, small: d.Wagons.Small.Kinds}
	for name, g := range map[string]*goods{largeName: large, smallName: small} {
		g.limit, g.least = d.Limit, d.LeastPrice
		if err := g.readServices(kinds[g]); err != nil {
			return nil, nil, err
		}
		if err := g.readTrains(d.Trains, name); err != nil {
			return nil, nil, err
		}
	}
	return large, small, nil
}

func (g *goods) readServices(kinds map[string]wagonData) error {
	for id, kind := range kinds {
		c := majorOf(id)
		if c == noCompany {
			return fmt.Errorf("18mag: data/trains.json: no major is named %s", id)
		}
		g.services = append(g.services, c)
		if kind.Amount != nil {
			g.bonus = kind.Amount
		}
	}
	slices.Sort(g.services)
	for colour, list := range g.prices {
		if len(list) != len(g.services) || g.bonus[colour] == 0 {
			return fmt.Errorf("18mag: data/trains.json: %d services have %d prices in %s, the bonus is %d", len(g.services), len(list), colour, g.bonus[colour])
		}
	}
	return nil
}

func (g *goods) readTrains(types []trainData, edition string) error {
	for _, t := range types {
		sale := t.Sale[edition]
		if sale == nil {
			continue
		}
		size, err := strconv.Atoi(t.Type)
		if err != nil {
			return fmt.Errorf("18mag: data/trains.json: type %q: %w", t.Type, err)
		}
		seller := majorOf(sale.Seller)
		if size != t.Range || sale.ToMajor+sale.ToBank != t.Price || seller == noCompany {
			return fmt.Errorf("18mag: data/trains.json: train %s of range %d: %d to %s and %d to the bank are not %d", t.Type, t.Range, sale.ToMajor, sale.Seller, sale.ToBank, t.Price)
		}
		g.trains = append(g.trains, train{size, t.Price, seller, sale.ToMajor})
	}
	return nil
}

// The majors that are paid by minors (III.3.3). They play with any number.
var (
	raba = mustMajor("RABA")
	ganz = mustMajor("G&C")
	snw  = mustMajor("SNW")
	sik  = mustMajor("SIK")
	skev = mustMajor("SKEV")
)

func mustMajor(logID string) Company {
	c := majorOf(logID)
	if c == noCompany {
		panic("18mag: data/companies.json: no major is named " + logID)
	}
	return c
}
