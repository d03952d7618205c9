package enquiry

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
)

// positionsAMail limits the earlier positions in the replies to a mail: each is replayed.
const positionsAMail = 5

// position shows the game after a step, or a part of it: "120", "120 map F17".
var _ = Answers.Bind("position", func(e *Enquiry, rest string) bool {
	if e.Game == nil {
		return e.refuse(key.NotBegun)
	}
	word := words.First(rest)
	for slices.Contains([]string{"after", "step"}, word) {
		rest = words.After(rest)
		word = words.First(rest)
	}
	last := e.Table.HiddenRecords.Step(e.Game.Seq, engine.Nobody)
	n, err := strconv.ParseUint(strings.Trim(word, " .?!#"), 10, 64)
	if err != nil || n < 1 || n > last {
		return e.refuse(key.PositionWhich, engine.Int("last", int(last)))
	}
	if len(e.Facts.Then) >= positionsAMail {
		return e.refuse(key.PositionOften, engine.Int("limit", positionsAMail))
	}
	ask := content.EarlierPosition{Record: min(e.Table.HiddenRecords.Record(n, engine.Nobody), e.Game.Seq)}
	if part := strings.Trim(words.After(rest), " .?!"); part != "" {
		var ok bool
		if ask.Part, ask.Arg, ok = e.partOf(part); !ok {
			return e.refuse(key.PositionPart, engine.Order("word", part), engine.Order("words", strings.Join(e.partNames(), ", ")))
		}
	}
	e.Facts.Then = append(e.Facts.Then, ask)
	return true
})

// partOf returns the part of the title's view that words ask for; "map" and "status" are parts
// under the names that the title has for them.
func (e *Enquiry) partOf(line string) (part, arg string, ok bool) {
	first, rest := words.First(line), words.After(line)
	s, player := e.playerNamed(rest)
	player = player && e.HasPart("player")
	switch {
	case player && slices.Contains([]string{"map", "status", "player"}, first):
		return "player", strconv.Itoa(int(s) + 1), true
	case first == "status":
		return "table", "", e.HasPart("table")
	case first == "map" && !e.HasPart("map"):
		return "board", rest, e.HasPart("board")
	}
	p, arg, ok := words.PartOf(e.parts(), line)
	return p.Name, arg, ok && (p.Arg != "" || arg == "")
}

func (e *Enquiry) partNames() (list []string) {
	return engine.Each(e.parts(), func(p engine.Part) string { return p.Name })
}

// verify checks the log, and explains how its reader can do that.
var _ = Answers.Bind("verify", func(e *Enquiry, _ string) bool {
	if e.Game == nil {
		return e.refuse(key.NotBegun)
	}
	e.Facts.Verify = true
	return true
})

// stats shows the course of the game in numbers.
var _ = Answers.Bind("stats", func(e *Enquiry, _ string) bool {
	if e.Game == nil {
		return e.refuse(key.NotBegun)
	}
	e.Facts.Stats = true
	return true
})
