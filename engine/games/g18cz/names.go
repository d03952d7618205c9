package g18cz

import (
	"railpost/engine"
)

// companyNamed finds a corporation by its id; noCompany.
func companyNamed(id string) Company {
	for c := range companies {
		if companies[c].id == id {
			return Company(c)
		}
	}
	return noCompany
}

// localNamed finds a local railway by its id; noLocal.
func localNamed(id string) Local {
	for l := range book.locals {
		if book.locals[l].id == id {
			return Local(l)
		}
	}
	return noLocal
}

// companySay names a corporation: "18cz.company.ekj".
func companySay(name string, c Company) engine.Arg { return engine.Term(name, companyKey(c)) }

func companyKey(c Company) string { return "18cz.company." + companies[c].key }

// localSay names a local railway: "18cz.local.s1".
func localSay(name string, l Local) engine.Arg {
	return engine.Term(name, "18cz.local."+book.locals[l].key)
}

// stepSay names a step: "18cz.step.track".
func stepSay(step Step) engine.Arg { return engine.Term("step", stepKey(step)) }

func stepKey(step Step) string { return "18cz.step." + string(step) }

// phaseSay names a phase: "18cz.phase.a".
func phaseSay(phase int) engine.Arg {
	return engine.Term("phase", "18cz.phase."+book.phases[phase].Name)
}

// sizeSay names a size: "18cz.size.small".
func sizeSay(name string, size Size) engine.Arg {
	return engine.Term(name, "18cz.size."+sizeNames[size])
}

// cardSay names a train: letters and orders call it alike.
func cardSay(name string, c Card) engine.Arg { return engine.Text(name, face(c).Name) }

// cardsSay names several trains.
func cardsSay(name string, cards []Card) engine.Arg {
	return engine.SeveralOf(name, cards, cardSay)
}

func who(seat engine.Seat) engine.Arg { return engine.Player("seat", seat) }

// holderSay names who owns or decides: a player, or the neutral one.
func holderSay(name string, seat engine.Seat) engine.Arg {
	if seat == engine.Nobody {
		return engine.Term(name, "18cz.neutral")
	}
	return engine.Player(name, seat)
}

func seatList(name string, seats []engine.Seat) engine.Arg {
	return engine.SeveralOf(name, seats, engine.Player)
}

// companyList names several corporations.
func companyList(name string, list []Company) engine.Arg {
	return engine.SeveralOf(name, list, companySay)
}
