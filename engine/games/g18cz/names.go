package g18cz

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/trains"
)

// CompanyNamed finds a corporation by its id, or returns NoCompany.
func CompanyNamed(id string) Company {
	return Company(slices.IndexFunc(Book.Companies[:], func(c Charter) bool { return c.ID == id }))
}

// LocalNamed finds a local railway by its id, or returns NoLocal.
func LocalNamed(id string) Local {
	return Local(slices.IndexFunc(Book.Locals[:], func(l PrintedLocal) bool { return l.ID == id }))
}

// CompanySay names a corporation: "18cz.company.ekj".
func CompanySay(name string, c Company) engine.Arg { return engine.Term(name, CompanyKey(c)) }

// CompanyKey is the message key of the name of a corporation.
func CompanyKey(c Company) string { return companyKeys[c] }

var companyKeys = func() (list []string) {
	for i := range Book.Companies {
		list = append(list, key.CompanyOf+Book.Companies[i].key)
	}
	return list
}()

// LocalSay names a local railway: "18cz.local.s1".
func LocalSay(name string, l Local) engine.Arg { return engine.Term(name, localKeys[l]) }

var localKeys = func() (list []string) {
	for i := range Book.Locals {
		list = append(list, key.LocalOf+Book.Locals[i].key)
	}
	return list
}()

// StepSay names a step: "18cz.step.track".
func StepSay(step Step) engine.Arg { return engine.Term("step", stepKey(step)) }

func stepKey(step Step) string { return key.StepOf + string(step) }

// PhaseSay names a phase: "18cz.phase.a".
func PhaseSay(phase int) engine.Arg { return engine.Term("phase", key.PhaseOf+Book.Phases[phase].Name) }

// SizeSay names a size: "18cz.size.small".
func SizeSay(name string, size Size) engine.Arg { return engine.Term(name, key.SizeOf+SizeNames[size]) }

// CardSay names a train: by the same name in letters and in orders.
func CardSay(name string, c Card) engine.Arg { return engine.Text(name, Face(c).Name) }

// CardsSay names several trains.
func CardsSay(name string, cards []Card) engine.Arg { return engine.SeveralOf(name, cards, CardSay) }

// PlayerSay names a player.
func PlayerSay(seat engine.Seat) engine.Arg { return engine.Player("seat", seat) }

// holderSay names an owner or decision maker: a player or the neutral player.
func holderSay(name string, seat engine.Seat) engine.Arg {
	if seat == engine.Nobody {
		return engine.Term(name, key.Neutral)
	}
	return engine.Player(name, seat)
}

func seatList(name string, seats []engine.Seat) engine.Arg {
	return engine.SeveralOf(name, seats, engine.Player)
}

// companyList names several corporations.
func companyList(name string, list []Company) engine.Arg {
	return engine.SeveralOf(name, list, CompanySay)
}

// The words for trains and local railways, each for itself.
var (
	trainNames = func() (list []engine.Word[string]) {
		for _, p := range Book.Piles {
			for _, f := range p.Faces {
				list = append(list, engine.Word[string]{Text: f.Name, Value: f.Name})
			}
		}
		return list
	}()
	localNames = ownNames(Book.localWords)
)

// ownNames are words whose meaning is their own text.
func ownNames[T comparable](words []engine.Word[T]) []engine.Word[string] {
	return engine.Each(words, func(w engine.Word[T]) engine.Word[string] {
		return engine.Word[string]{Text: w.Text, Value: w.Text}
	})
}

// BuyWares are the possible objects of "buy" in an operating round.
var BuyWares = slices.Concat(trainNames, localNames)

// FaceNamed is a card that shows the side with a name; ok is false if there is none.
func FaceNamed(name string) (Card, bool) {
	pile, face, ok := trains.Find(Book.Piles, name)
	return Card{Pile: pile, Face: face}, ok
}

// thing names the subject of an offer.
func thing(o Offer) engine.Message {
	switch o.Deal {
	case DealTakeOver:
		return engine.Msg(key.ThingTakeOver, CompanySay("company", o.Seller))
	case DealTrain:
		return engine.Msg(key.ThingTrain, CardSay("train", o.Card), CompanySay("company", o.Seller))
	}
	return engine.Msg(key.ThingLocal, LocalSay("local", o.Local))
}

// offerArgs are the arguments of messages about an offer.
func offerArgs(o Offer) []engine.Arg {
	return []engine.Arg{CompanySay("company", o.Buyer), engine.Say("thing", thing(o)), engine.Int("price", o.Price)}
}

// localList names several local railways.
func localList(name string, list []Local) engine.Arg { return engine.SeveralOf(name, list, LocalSay) }

// turnWord distinguishes turns of traders from those of corporations.
func turnWord(s *State) string {
	return string(s.Stage) + " " + strconv.Itoa(s.Time) + " " + strconv.Itoa(s.At) + " " + strconv.Itoa(int(s.Trader))
}
