package letters

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/store/deflate"
	"railpost/templates"
)

// errSaid: what was kept of a letter cannot be read.
var errSaid = errors.New("what a letter said is not as it was kept")

// bytes is what a letter says as it is kept once it was sent: groups of lines, each behind
// their number.
func (w *written) bytes() []byte {
	var b strings.Builder
	groups := [][]string{{string(w.Kind)}, w.List, w.Usual, w.typed, w.lines}
	if len(w.remarks) > 0 || w.Lettered {
		groups = append(groups, w.remarks)
	}
	if w.Lettered {
		groups = append(groups, nil)
	}
	for _, group := range groups {
		fmt.Fprintln(&b, len(group))
		for _, line := range group {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return deflate.Pack([]byte(b.String()))
}

// readWritten reads what bytes wrote.
func readWritten(b []byte) (*written, error) {
	text, err := deflate.Unpack(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSaid, err)
	}
	left := strings.Split(string(text), "\n")
	var kind []string
	w := &written{}
	for _, group := range []*[]string{&kind, &w.List, &w.Usual, &w.typed, &w.lines, &w.remarks} {
		if group == &w.remarks && len(left) == 1 {
			break // most letters have none
		}
		n, err := strconv.Atoi(left[0])
		if err != nil || n < 0 || n+1 >= len(left) {
			return nil, errSaid
		}
		*group, left = slices.Clip(left[1:n+1]), left[n+1:]
	}
	if len(left) == 2 && left[0] == "0" {
		w.Lettered, left = true, left[1:]
	}
	if len(kind) != 1 || len(left) != 1 {
		return nil, errSaid
	}
	w.Kind = templates.Kind(kind[0])
	return w, nil
}
