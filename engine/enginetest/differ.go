package enginetest

import "fmt"

// context is how many bytes around a difference are shown.
const context = 100

// differ returns excerpts of two texts around the first difference.
func differ[T string | []byte](a, b T) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-context)
	return fmt.Sprintf("at byte %d\n\t%s\n\t%s", at, a[from:min(len(a), at+context)], b[from:min(len(b), at+context)])
}
