package engine

// Each returns of(x) for each element x of a list.
func Each[T, V any](list []T, of func(T) V) (out []V) {
	for _, x := range list {
		out = append(out, of(x))
	}
	return out
}

// Count returns how many elements of a list is holds for.
func Count[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// Where returns the elements of a list for which is holds.
func Where[T any](list []T, is func(T) bool) (out []T) {
	for _, x := range list {
		if is(x) {
			out = append(out, x)
		}
	}
	return out
}

// If returns yes where a condition holds, and no elsewhere: it picks one of two texts. Both are worked out.
func If[T any](is bool, yes, no T) T {
	if is {
		return yes
	}
	return no
}
