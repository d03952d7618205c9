//go:build unix

package picture_test

import (
	"bytes"
	"strconv"
	"syscall"
	"testing"

	"railpost/engine/board"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/show/picture"
)

// BenchmarkPNG draws late positions: the whole board, and the part around a hex; each time one hex differs from
// the drawing before, as after a move. cpu-ms is the time of one picture, regardless of other load.
func BenchmarkPNG(b *testing.B) {
	for _, s := range []sample{samples[2], samples[6], samples[10]} {
		facts := s.board(b)
		middle := &facts.Map.Hexes[len(facts.Map.Hexes)/2]
		d := new(picture.Drawer)
		b.Run(s.title, func(b *testing.B) { drawAgain(b, d, facts, middle, picture.Options{}) })
		b.Run(s.title+"-part", func(b *testing.B) {
			drawAgain(b, d, facts, middle, picture.Options{Width: 720, Around: []string{middle.Name}})
		})
	}
}

// changes counts over all runs: no picture was drawn before.
var changes int

func drawAgain(b *testing.B, d *picture.Drawer, facts *board.Board, changed *board.Hex, o picture.Options) {
	var buf bytes.Buffer
	draw := func() {
		changes++
		changed.Tile.Number = strconv.Itoa(changes)
		buf.Reset()
		expect.NoError(b, d.Draw(&buf, picture.PNG, facts, o))
	}
	draw()
	from := cpu()
	for b.Loop() {
		draw()
	}
	b.ReportMetric((cpu()-from)*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(buf.Len())/1000, "KB")
}

// cpu is the processor time of the process in seconds.
func cpu() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
