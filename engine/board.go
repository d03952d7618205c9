package engine

// Boarded is a Title that can be played on other boards than the printed one. The
// whole board becomes the value of an option, so that a log needs no files.
type Boarded interface {
	// Board reads the files of a board, by name: the option and its value, or all
	// that is wrong with them.
	Board(files map[string][]byte) (option, value string, faults []BoardFault)
}

// BoardFault is something wrong in a file of a board.
type BoardFault struct {
	File  string // "map.json"
	Entry string // where in it, as "cities: Boston"; "" the file as a whole
	Say   Message
}

// Said is a value of the option as letters show it.
func (o Option) Said(value string) string {
	if o.Brief == nil {
		return value
	}
	return o.Brief(value)
}
