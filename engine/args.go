package engine

// Value is what a Domain reads.
type Value = any

// Args are the values of a verb's parameters, in order.
type Args []Value

// Get returns the value of parameter i; the zero value if it was left out.
func Get[T any](a Args, i int) T {
	var zero T
	if i >= len(a) || a[i] == nil {
		return zero
	}
	return a[i].(T)
}

// Has reports whether parameter i was given.
func Has(a Args, i int) bool { return i < len(a) && a[i] != nil }

// Place is the index of a prompt and that of a verb in it, to find the verb again in a copy
// of the position.
type Place [2]int

// Partial is the beginning of an order: a verb among the open prompts, and the values
// given.
type Partial struct {
	Place Place
	Args  Args
}
