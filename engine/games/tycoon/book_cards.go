package tycoon

import (
	"strconv"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// timings are when a card of a kind takes effect; a hotel is kept (Operations cards, R17).
var timings = map[CardKind]Timing{
	EraBegins: Award, SpeedRecord: Award, NewTrain: Award, MajorLine: Award, ServiceBounty: Award,
	Hotel: Keep, CityGrowth: AtOnce, NewIndustry: AtOnce, RailroadExecutive: AtOnce,
	LandGrant: HandOnce, PerfectEngineering: OncePerTurn,
}

// cards reads the operation cards; the number of a card is its position in the file,
// which also has its value (R21).
func (r *reader) cards() {
	r.b.Cards = make([]Card, 1, len(r.Cards.Cards)+1)
	for i, d := range r.Cards.Cards {
		entry := "operation_cards: " + strconv.Itoa(i+1) + " " + d.Name
		if d.ID != i+1 {
			r.fault(cardsFile, entry, key.BoardCardId, engine.Int("given", d.ID), engine.Int("want", i+1))
		}
		r.b.Cards = append(r.b.Cards, r.card(d, i+1, entry))
	}
	r.fixed(cardsFile, "setup: per_turn", r.Cards.Setup.Turn, 1)
}

func (r *reader) card(d cardData, id int, entry string) Card {
	c := Card{ID: id, Kind: CardKind(d.Kind), Timing: Timing(d.Timing), Name: d.Name, Points: d.Points, Start: d.Start, City: NoCity, A: NoCity, B: NoCity, West: NoCity}
	timing, known := timings[c.Kind]
	switch {
	case !known:
		r.fault(cardsFile, entry, key.BoardCardKind, engine.Text("kind", d.Kind))
		return c
	case c.Timing != timing:
		r.fault(cardsFile, entry, key.BoardCardTiming, engine.Text("kind", d.Kind), engine.Text("given", d.Timing), engine.Text("want", string(timing)))
	}
	if d.Name == "" {
		r.fault(cardsFile, entry, key.BoardNameMissing)
	}
	if awards := timing == Award || c.Kind == Hotel; awards != (d.Points > 0) {
		r.fault(cardsFile, entry, key.BoardCardPoints, engine.Text("kind", d.Kind), engine.Int("n", d.Points))
	}
	r.cardCities(&c, d, entry)
	r.cardNumber(&c, d, entry)
	return c
}

// cardCities reads the cities a card is about.
func (r *reader) cardCities(c *Card, d cardData, entry string) {
	switch c.Kind {
	case Hotel, ServiceBounty:
		c.City = r.cityNamed(cardsFile, entry, d.City)
	case MajorLine:
		c.A, c.B = r.cityNamed(cardsFile, entry, d.CityA), r.cityNamed(cardsFile, entry, d.CityB)
		if c.A != NoCity && c.A == c.B {
			r.fault(cardsFile, entry, key.BoardCardEnds, engine.Text("city", d.CityA))
		}
		if d.West != "" {
			if c.West = r.cityNamed(cardsFile, entry, d.West); c.West != NoCity && r.Map.Western.Gateways[d.West] == "" && !r.noWest {
				r.fault(cardsFile, entry, key.BoardCardWest, engine.Text("city", d.West))
			}
		}
		return
	}
	if c.Kind != Hotel && c.Kind != ServiceBounty && d.City != "" || d.CityA != "" || d.CityB != "" || d.West != "" {
		r.fault(cardsFile, entry, key.BoardCardCity, engine.Text("kind", d.Kind))
	}
}

// cardNumber reads the number that a card is about.
func (r *reader) cardNumber(c *Card, d cardData, entry string) {
	numbers := map[string]int{"links": d.Links, "level": d.Level, "cubes": d.Cubes, "actions": d.Actions, "tiles": d.Tiles}
	field := map[CardKind]string{SpeedRecord: "links", NewTrain: "level", CityGrowth: "cubes", RailroadExecutive: "actions", PerfectEngineering: "tiles"}[c.Kind]
	if field != "" {
		c.N = numbers[field]
		if c.N < 1 {
			r.fault(cardsFile, entry, key.BoardCardNumber, engine.Text("field", field), engine.Text("kind", d.Kind))
		}
	}
	for _, other := range []string{"links", "level", "cubes", "actions", "tiles"} {
		if other != field && numbers[other] != 0 {
			r.fault(cardsFile, entry, key.BoardCardField, engine.Text("field", other), engine.Text("kind", d.Kind))
		}
	}
}

// barons reads the secret goals.
func (r *reader) barons() {
	r.b.Barons = make([]Baron, 1, len(r.Barons.Barons)+1)
	if len(r.Barons.Barons) < seatsMost {
		r.fault(baronsFile, "barons", key.BoardBaronsFew, engine.Int("n", len(r.Barons.Barons)), engine.Int("want", seatsMost))
	}
	seen := map[string]bool{}
	for _, d := range r.Barons.Barons {
		entry := "barons: " + d.ID
		if seen[d.ID] || d.ID == "" {
			r.fault(baronsFile, entry, key.BoardBaronId, engine.Text("id", d.ID))
		}
		seen[d.ID] = true
		r.b.Barons = append(r.b.Barons, r.baron(d, entry))
	}
}

func (r *reader) baron(d baronData, entry string) Baron {
	b := Baron{ID: d.ID, Name: d.Name, Goal: Goal(d.Goal), Points: d.Points, A: NoCity, B: NoCity, City: NoCity, Each: d.Each, Max: d.Max, Level: d.Level, Reveals: d.Reveals}
	if d.Name == "" {
		r.fault(baronsFile, entry, key.BoardNameMissing)
	}
	if d.Points < 1 {
		r.fault(baronsFile, entry, key.BoardBaronPoints, engine.Int("n", d.Points))
	}
	switch b.Goal {
	case FewestShares, MostMoney, MostCities, LongestLine:
	case WesternBuilt:
		if len(r.b.Gateways) == 0 && !r.noWest {
			r.fault(baronsFile, entry, key.BoardBaronWest)
		}
	case Connects:
		b.A, b.B = r.cityNamed(baronsFile, entry, d.CityA), r.cityNamed(baronsFile, entry, d.CityB)
		if b.A != NoCity && b.A == b.B {
			r.fault(baronsFile, entry, key.BoardCardEnds, engine.Text("city", d.CityA))
		}
	case LinksFromCity:
		b.City = r.cityNamed(baronsFile, entry, d.City)
		if d.Each < 1 || d.Max < d.Each {
			r.fault(baronsFile, entry, key.BoardBaronEach, engine.Int("each", d.Each), engine.Int("most", d.Max))
		}
	case FirstToEngine:
		if d.Level < 2 || d.Level > r.Engines.Max {
			r.fault(baronsFile, entry, key.BoardBaronLevel, engine.Int("n", d.Level), engine.Int("most", r.Engines.Max))
		}
	default:
		r.fault(baronsFile, entry, key.BoardBaronGoal, engine.Text("goal", d.Goal))
	}
	return b
}
