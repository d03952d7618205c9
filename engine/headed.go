package engine

// Headed is a Title whose turns have names, such as those of companies, so that players can
// plan for them. Like an Adviser it decides nothing.
type Headed interface {
	// Heads returns the names of the turn that a seat is in, as "6" or "RÁBA"; nil if it is
	// in none. While another player must answer something in that turn, it is still the
	// seat's turn.
	Heads(p Position, seat Seat) []string
	// Head returns how a name is written in full, and whether any turn is called so.
	Head(name string) (string, bool)
	// Declined reports whether an order, by its reports, declined what another player had
	// offered in their turn.
	Declined(reports []Report) bool
}

// ByCompany reports whether turns of a title have names, as those of companies.
func ByCompany(t Title) bool {
	_, ok := t.(Headed)
	return ok
}
