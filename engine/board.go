package engine

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
