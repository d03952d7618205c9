//go:build unix

package picture_test

import (
	"bytes"
	"syscall"
	"testing"

	"railpost/engine/board"
	"railpost/pbem/picture"
)

// BenchmarkPNG draws late positions: the whole board, and the part around a hex. cpu-ms is
// what one picture takes, whatever else the machine does.
func BenchmarkPNG(b *testing.B) {
	for _, s := range []sample{samples[2], samples[6], samples[10]} {
		facts := s.board(b)
		hexes := facts.Map.Hexes
		b.Run(s.title, func(b *testing.B) { drawAgain(b, facts, picture.Options{}) })
		b.Run(s.title+"-part", func(b *testing.B) {
			drawAgain(b, facts, picture.Options{Width: 720, Around: []string{hexes[len(hexes)/2].Name}})
		})
	}
}

func drawAgain(b *testing.B, facts *board.Board, o picture.Options) {
	var d picture.Drawer
	var buf bytes.Buffer
	draw := func() {
		buf.Reset()
		if err := d.Draw(&buf, picture.PNG, facts, o); err != nil {
			b.Fatal(err)
		}
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
