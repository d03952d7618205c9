package russian

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// Arguments of reports, refusals and sheets for the things of the game; each is named
// after what it is.

// Who returns a player as the argument "seat".
func Who(s engine.Seat) engine.Arg { return engine.Player("seat", s) }

// ColourTerm returns the colour of a track.
func ColourTerm(c Colour) engine.Arg { return engine.Term("colour", colourKeys[c]) }

var colourKeys = func() (keys [Colours]string) {
	for c, name := range ColourNames {
		keys[c] = key.ColourOf + name
	}
	return keys
}()

// RailwayLetters are the abbreviations of the railways in orders and letters.
var RailwayLetters = [Railways]string{"t", "p", "k"}

// RailwayTerm returns the full name of a railway.
func RailwayTerm(r Railway) engine.Arg { return engine.Term("railway", railwayKeys[r]) }

var railwayKeys = func() (keys [Railways]string) {
	for r, letter := range RailwayLetters {
		keys[r] = key.RailwayOf + letter
	}
	return keys
}()

func spaceKey(id string) string { return spaceKeys[id] }

var spaceKeys = func() map[string]string {
	keys := map[string]string{}
	for _, sp := range Book.Spaces {
		keys[sp.ID] = key.SpaceOf + sp.ID
	}
	return keys
}()

// SpaceTerm returns an action space by its name in orders.
func SpaceTerm(id string) engine.Arg { return engine.Term("space", spaceKey(id)) }

// EngineerSay returns an engineer with its effect.
func EngineerSay(name string, n int) engine.Arg {
	return engine.Say(name, engine.Msg(key.Engineer, engine.Int("n", n), EffectList("effect", Book.Space(EngineerSpace(n)).Effect)))
}

func factoryKey(n int) string { return key.FactoryOf + strconv.Itoa(n) }

// FactorySay returns a factory with its effect.
func (s *State) FactorySay(name string, n int) engine.Arg {
	return engine.Say(name, engine.Msg(key.Factory, engine.Int("n", n), EffectList("effect", s.Factory(n))))
}

// EffectList returns an effect, part by part.
func EffectList(name string, effect []Part) engine.Arg {
	list := engine.Each(effect, func(p Part) engine.Arg { return engine.Say("", PartMessage(p)) })
	return engine.Several(name, list...)
}

// CardTerm returns an end bonus card.
func CardTerm(n int) engine.Arg { return engine.Term("card", key.EndcardOf+Book.EndCards[n-1].ID) }

func seatList(name string, seats []engine.Seat) engine.Arg {
	return engine.SeveralOf(name, seats, engine.Player)
}

// PlaceName returns a position of the industry track: its points, its gap or ?.
func PlaceName(name string, at int) engine.Arg {
	p := Book.Industry[at]
	switch {
	case p.Slot > 0:
		return engine.Say(name, engine.Msg(key.SheetAtGap, engine.Int("slot", p.Slot)))
	case p.Question:
		return engine.Say(name, engine.Msg(key.SheetAtQuestion))
	}
	return engine.Say(name, engine.Msg(key.SheetAtPoints, engine.Int("n", p.Points)))
}

// RailwayWords are the railways in orders (Orders by mail).
var RailwayWords = engine.Prepared([]engine.Word[Railway]{
	{Text: "t", Also: []string{"transsib", "transsiberian"}, Value: Transsib},
	{Text: "p", Also: []string{"petersburg", "stpetersburg"}, Value: Petersburg},
	{Text: "k", Also: []string{"kiev", "kyiv"}, Value: Kiev},
})

var (
	markerWords = idWords([]string{"a", "b"})
	tokenWords  = listedTokens()
)

// listedTokens returns the ? tokens as words, those first that leave least to choose: a search that
// breaks off has then seen more of them than the hundred ways to lay four tracks.
func listedTokens() []engine.Word[int] {
	var list []engine.Word[int]
	for _, id := range []string{"medal", "marker", "revalue", "doublers", "industry", "card", "tracks"} {
		list = append(list, engine.Word[int]{Text: id, Value: slices.Index(Book.Tokens, id)})
	}
	return engine.Prepared(list)
}

// idWords returns ids as words whose values are their indexes.
func idWords(ids []string) []engine.Word[int] {
	var list []engine.Word[int]
	for i, id := range ids {
		list = append(list, engine.Word[int]{Text: id, Value: i})
	}
	return engine.Prepared(list)
}

// SpaceWords are the action spaces in orders (Orders by mail).
var SpaceWords = func() []engine.Word[string] {
	list := engine.Each(Book.Spaces, func(s *Space) engine.Word[string] {
		return engine.Word[string]{Text: s.ID, Value: s.ID}
	})
	return engine.Prepared(list)
}()
