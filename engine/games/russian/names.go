package russian

import (
	"strconv"

	"railpost/engine"
)

func who(s engine.Seat) engine.Arg { return engine.Player("seat", s) }

func colourTerm(c Colour) engine.Arg {
	return engine.Term("colour", "russian.colour."+colourNames[c])
}

var railwayLetters = [railways]string{"t", "p", "k"}

func railwayTerm(r Railway) engine.Arg {
	return engine.Term("railway", "russian.railway."+railwayLetters[r])
}

func spaceKey(id string) string { return "russian.space." + id }

func spaceTerm(id string) engine.Arg { return engine.Term("space", spaceKey(id)) }

// engineerSay names an engineer with its effect.
func engineerSay(name string, n int) engine.Arg {
	return engine.Say(name, engine.Msg("russian.engineer", engine.Int("n", n), effectList("effect", book.space(engineerSpace(n)).effect)))
}

func factoryKey(n int) string { return "russian.factory." + strconv.Itoa(n) }

// factorySay names a factory with its ability.
func factorySay(name string, n int) engine.Arg {
	return engine.Say(name, engine.Msg("russian.factory", engine.Int("n", n), effectList("effect", book.factories[n])))
}

// effectList says the parts of an effect.
func effectList(name string, effect []Part) engine.Arg {
	var list []engine.Arg
	for _, p := range effect {
		list = append(list, engine.Say("", partMessage(p)))
	}
	return engine.Several(name, list...)
}

func cardTerm(n int) engine.Arg {
	return engine.Term("card", "russian.endcard."+book.endCards[n-1].ID)
}

func seatList(name string, seats []engine.Seat) engine.Arg {
	return engine.SeveralOf(name, seats, engine.Player)
}

var railwayWords = []engine.Word[Railway]{
	{Text: "t", Also: []string{"transsib", "transsiberian"}, Value: transsib},
	{Text: "p", Also: []string{"petersburg", "stpetersburg"}, Value: petersburg},
	{Text: "k", Also: []string{"kiev", "kyiv"}, Value: kiev},
}

var markerWords = []engine.Word[int]{{Text: "a", Value: 0}, {Text: "b", Value: 1}}

var spaceWords = func() []engine.Word[string] {
	var list []engine.Word[string]
	for _, s := range book.spaces {
		list = append(list, engine.Word[string]{Text: s.id, Value: s.id})
	}
	return list
}()
