package engine

// Boarded is a Title that can be played on boards other than the printed one. The whole
// board becomes the value of an option, so that a log needs no files.
type Boarded interface {
	// Board reads the files of a board, keyed by name. It returns the option and its value,
	// or everything that is wrong with the files.
	Board(files map[string][]byte) (option, value string, faults []BoardFault)
}

// BoardFault is an error in one file of a board.
type BoardFault struct {
	File  string // "map.json"
	Entry string // where in the file, as "cities: Boston"; "" for the file as a whole
	Say   Message
}

// Said returns a value of the option as letters show it.
func (o Option) Said(value string) string {
	if o.Brief == nil {
		return value
	}
	return o.Brief(value)
}
