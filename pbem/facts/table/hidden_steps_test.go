package table

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestSteps: records 3, 4 and 6 are hidden records of seats 0, 1 and 0.
func TestSteps(t *testing.T) {
	list := HiddenRecords{{3, 0}, {4, 1}, {6, 0}}
	for _, c := range []struct {
		seat  engine.Seat
		steps []uint64 // after records 0, 1, 2 ...
	}{
		{engine.Nobody, []uint64{0, 1, 2, 2, 2, 3, 3, 4, 5}},
		{0, []uint64{0, 1, 2, 3, 3, 4, 5, 6, 7}},
		{1, []uint64{0, 1, 2, 2, 3, 4, 4, 5, 6}},
		{2, []uint64{0, 1, 2, 2, 2, 3, 3, 4, 5}},
	} {
		last := map[uint64]uint64{}
		for record, want := range c.steps {
			expect.Same(t, fmt.Sprintf("seat %d: record %d is step", c.seat, record), list.Step(uint64(record), c.seat), want)
			last[want] = uint64(record)
		}
		for step, want := range last {
			expect.Same(t, fmt.Sprintf("seat %d: step %d is record", c.seat, step), list.Record(step, c.seat), want)
		}
	}
	for record, want := range []uint64{0, 1, 2, 2, 2, 5, 5, 7, 8} {
		expect.Same(t, fmt.Sprintf("up to record %d the last public one is", record), list.Public(uint64(record)), want)
	}
}
