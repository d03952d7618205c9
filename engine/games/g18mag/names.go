package g18mag

import (
	"railpost/engine"
)

// companySay names a company: "18mag.company.4", "18mag.company.sik".
func companySay(name string, c Company) engine.Arg { return engine.Term(name, companyKey(c)) }

func companyKey(c Company) string { return "18mag.company." + companies[c].key }

func stepSay(step Step) engine.Arg { return engine.Term("step", "18mag.step."+string(step)) }

func who(seat engine.Seat) engine.Arg { return engine.Player("seat", seat) }

func seatList(name string, seats []engine.Seat) engine.Arg {
	return engine.SeveralOf(name, seats, engine.Player)
}
