// Package plain writes the numbers of the command line's output.
package plain

import "fmt"

// Count returns a number of things: "1 letter", "2 letters".
func Count[N int | uint32 | uint64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
