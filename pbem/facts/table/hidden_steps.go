package table

import "railpost/engine"

// HiddenRecord is a record that only its seat may know of: an answer given in advance.
type HiddenRecord struct {
	Record uint64      `json:"record"`
	Seat   engine.Seat `json:"seat"`
}

// HiddenRecords are the standing answers of a game, in the order of records. They have record numbers, too, so a gap
// in the numbers would reveal them. Readers therefore see steps, which count only records they may know.
type HiddenRecords []HiddenRecord

// Step returns the number of records up to the given one that a seat may know; for engine.Nobody, that
// everybody may know. Letters call the latter "step 12", so that a table can talk about it; addresses contain
// the former.
func (list HiddenRecords) Step(record uint64, s engine.Seat) uint64 {
	n := record
	for _, a := range list {
		if a.Record <= record && a.hiddenFrom(s) {
			n--
		}
	}
	return n
}

// Record returns the last record at which Step is the given number: for the seat nothing
// has happened since the first such record.
func (list HiddenRecords) Record(step uint64, s engine.Seat) uint64 {
	r := step
	for _, a := range list {
		if a.Record <= r+1 && a.hiddenFrom(s) {
			r++
		}
	}
	return r
}

// Before returns the record after which a seat may know of n more, up to the given one.
func (list HiddenRecords) Before(record, n uint64, s engine.Seat) uint64 {
	step := list.Step(record, s)
	return list.Record(step-min(step, n), s)
}

// Public returns the last public record up to the given one; 0 if there is none.
func (list HiddenRecords) Public(record uint64) uint64 {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Record == record {
			record--
		}
	}
	return record
}

func (a HiddenRecord) hiddenFrom(s engine.Seat) bool { return s == engine.Nobody || a.Seat != s }
