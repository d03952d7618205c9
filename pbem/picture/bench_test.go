//go:build unix

package picture_test

import (
	"bytes"
	"syscall"
	"testing"

	"railpost/pbem/picture"
)

// BenchmarkPNG draws the whole board of late positions of all titles on a kept ground. cpu-ms is what one
// picture takes, whatever else the machine does.
func BenchmarkPNG(b *testing.B) {
	for _, s := range []sample{samples[2], samples[6], samples[10], samples[14]} {
		b.Run(s.title, func(b *testing.B) {
			facts := s.board(b)
			var d picture.Drawer
			var buf bytes.Buffer
			draw := func() {
				buf.Reset()
				if err := d.Draw(&buf, picture.PNG, facts, picture.Options{}); err != nil {
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
		})
	}
}

// cpu is the processor time of the process in seconds.
func cpu() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
