package letters

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"railpost/engine"
	"railpost/pbem/games"
	"railpost/templates"
)

// shown are the blocks of a letter as their reader's next letter is compared with them, see
// leaveOutSame: a print of each, because the blocks take a hundred times as much memory.
type shown struct {
	seq               uint64 // the record after which the position was shown
	own, table, board []uint64
}

// keptShown is how many readers have theirs in memory, of some 500 bytes each.
const keptShown = 10_000

func shownOf(l *templates.Letter, seq uint64) shown {
	return shown{seq, prints(l.Own), prints(l.Table), prints(l.Board)}
}

// reader is the key under which a seat's are kept: another game may get the name.
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
		var p printer
		p.SetSeed(printSeed)
		p.block(&blocks[i])
		out[i] = p.Sum64()
	}
	return out
}

var printSeed = maphash.MakeSeed()

// printer hashes what a block says.
type printer struct{ maphash.Hash }

func (p *printer) number(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	_, _ = p.Write(b[:]) // it never fails
}

func (p *printer) text(s string) {
	p.number(len(s))
	_, _ = p.WriteString(s)
}

func (p *printer) args(list []engine.Arg) {
	p.number(len(list))
	for i := range list {
		a := &list[i]
		p.text(a.Name)
		p.text(a.Kind)
		p.number(a.Int)
		p.text(a.Text)
		p.args(a.List)
	}
}

func (p *printer) message(m engine.Message) {
	p.text(m.Key)
	p.args(m.Args)
}

func (p *printer) messages(list []engine.Message) {
	p.number(len(list))
	for _, m := range list {
		p.message(m)
	}
}

func (p *printer) flag(is bool) {
	if is {
		p.number(1)
	} else {
		p.number(0)
	}
}

func (p *printer) block(b *engine.Block) {
	p.message(b.Head)
	p.messages(b.Lines)
	p.messages(b.Columns)
	p.number(len(b.Rows))
	for _, row := range b.Rows {
		p.number(len(row))
		for _, c := range row {
			p.message(c.Say)
			p.flag(c.Right)
		}
	}
	p.number(len(b.Drawing))
	for _, line := range b.Drawing {
		p.text(line)
	}
	p.flag(b.Close)
	p.flag(b.Bare)
}
