package site

import (
	"fmt"
	"maps"
	"testing"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// TestExportOfOwnGames writes games that began here as files of the site and imports them again: the state is
// the same. The games use the site's rulings only where these change the result.
func TestExportOfOwnGames(t *testing.T) {
	options := maps.Clone(g18mag.Rules{}.Profiles()[log18xx.Profile])
	options[g18mag.OptConsent], options[g18mag.OptSeating] = "asked", g18mag.Drawn
	for seats := 2; seats <= 6; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			// Seeds of games in which no scrapped train is bought again under the name of another.
			records := log18xxtest.OwnGame(t, wired, uint64(10+seats), seats, 500, options)
			log18xxtest.TryExport(t, wired, records, func(p engine.Position) any { return p.(*g18mag.State).Board })
		})
	}
}

// TestExportTellsOtherRulings: where the site would come to another position, no
// file is written. Under the rule of the book the markers "no train sold" stay
// where they are when a 2-train is sold; the site counts from the start.
func TestExportTellsOtherRulings(t *testing.T) {
	log18xxtest.TellsOtherRulings(t, wired, 2, 400, map[string]string{g18mag.OptConsent: "not_asked", g18mag.OptDirector: "on"})
}
