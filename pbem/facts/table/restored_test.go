package table

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestPutBackIgnores: a player who has taken a seat since the backup does not ignore the players that their
// predecessor ignored.
func TestPutBackIgnores(t *testing.T) {
	backup, was := winter(), winter()
	backup.Players[0].Ignores = []engine.Seat{1}
	was.Players[0].Name, was.Players[0].Addresses, was.Players[0].Renewed = "Eva", []string{"eva@example.org"}, 1
	was.Players[1].Ignores = []engine.Seat{0}
	backup.PutBack(was, 1, nil)
	expect.Same(t, "whom the successor ignores", len(backup.Players[0].Ignores), 0)
	expect.Same(t, "Ben still ignores who sits there", backup.Ignores(1, 0), true)
}
