package letters

import (
	"encoding/json"
	"hash/maphash"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/templates"
)

// shown are the blocks of a letter as their reader's next letter is compared with them, see
// leaveOutSame: a print of each, because the blocks take a hundred times as much memory.
type shown struct {
	seq               uint64 // the record after which the position was shown
	own, table, board []uint64
}

// keptShown is the number of readers in memory, of about 500 bytes each.
const keptShown = 10_000

func shownOf(l *templates.Letter, seq uint64) shown {
	return shown{seq, prints(l.Own), prints(l.Table), prints(l.Board)}
}

// reader is the key of a seat in memory: another game may get the name.
func reader(g *games.Game, s engine.Seat) string {
	return string(append(slices.Clip([]byte(g.Table.Key)), byte(s)))
}

// changed splits blocks into those that are not among the prints of before, and the others.
func changed(before, now []uint64, blocks []engine.Block) (other, same []engine.Block) {
	for i, b := range blocks {
		if slices.Contains(before, now[i]) {
			same = append(same, b)
		} else {
			other = append(other, b)
		}
	}
	return other, same
}

func prints(blocks []engine.Block) []uint64 {
	out := make([]uint64, len(blocks))
	for i := range blocks {
		block := blocks[i]
		block.Instead = nil // the same facts again
		b, err := json.Marshal(&block)
		if err != nil {
			panic(err) // blocks are plain data
		}
		out[i] = maphash.Bytes(printSeed, b)
	}
	return out
}

var printSeed = maphash.MakeSeed()
