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

func engineerTerm(n int) engine.Arg {
	return engine.Term("engineer", "russian.engineer."+strconv.Itoa(n))
}

func factoryKey(n int) string { return "russian.factory." + strconv.Itoa(n) }

func factoryTerm(n int) engine.Arg { return engine.Term("factory", factoryKey(n)) }

func cardTerm(n int) engine.Arg {
	return engine.Term("card", "russian.endcard."+book.endCards[n-1].id)
}

func seatList(name string, seats []engine.Seat) engine.Arg {
	var list []engine.Arg
	for _, s := range seats {
		list = append(list, engine.Player("", s))
	}
	return engine.Several(name, list...)
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
