package past

import (
	"strconv"

	"railpost/engine"
)

// Meaning is the kind of fact that a report adds to the history.
type Meaning int

const (
	Operating  Meaning = iota + 1 // operating round "round" of "set" begins
	Stock                         // stock round "set" begins
	Paid                          // "company" pays "n" for all its shares, "parts" of it to players; its price is now "price"
	Price                         // the price of "company" is now "price"
	StartPrice                    // the price of "company" is "n" from the start
	Ran                           // "company" runs "routes", if it tells them, for "n"; "own" of it is for "seat", if it says so
	Earned                        // "seat" gets "n"
)

// Reports are the reports of a title that tell of the past, by their keys.
type Reports map[string]Meaning

// Read reads the rounds out of reports. share returns the percent of a share of a company,
// given the key of its name.
func (rs Reports) Read(reports []engine.Message, share func(company string) int) *Course {
	c := &Course{}
	for _, r := range reports {
		set, company := strconv.Itoa(r.Of("set").Int), r.Of("company").Text
		switch rs[r.Key] {
		case Operating:
			c.Begin(set+"."+strconv.Itoa(r.Of("round").Int), true)
		case Stock:
			c.Begin(set, false)
		case StartPrice:
			c.Price(company, r.Of("n").Int)
		case Paid:
			c.Paid(company, r.Of("n").Int*share(company)/100)
			c.Price(company, r.Of("price").Int)
			for _, part := range r.Of("parts").List {
				c.earned(engine.Msg(part.Text, part.List...), "n")
			}
		case Ran:
			c.Ran(company, engine.Each(r.Of("routes").List, func(a engine.Arg) string { return a.Text }), r.Of("n").Int)
			c.earned(r, "own")
		case Earned:
			c.earned(r, "n")
		case Price:
			c.Price(company, r.Of("price").Int)
		}
	}
	return c
}

// earned adds the income that a report gives a player.
func (c *Course) earned(r engine.Message, n string) {
	if seat, ok := r.Arg("seat"); ok && seat.Kind == engine.KindSeat {
		c.Earned(seat.Int, r.Of(n).Int)
	}
}
