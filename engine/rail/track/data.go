package track

import (
	"fmt"
	"strconv"
	"strings"

	"railpost/engine/rail/hex"
)

// What the data files of titles have in common.

// EdgeMask is a list of edges as a mask of one bit each.
func EdgeMask(edges []int) (mask uint8) {
	for _, e := range edges {
		mask |= 1 << e
	}
	return mask
}

// ReadPaths reads the paths of a tile: two ends each, an edge as a number or a stop
// as a word with a number behind it, "city0". first is the index of the first stop
// that goes by a word. What stands behind the ends is the title's.
func ReadPaths(paths [][]any, first map[string]int) (list []Path, err error) {
	for _, p := range paths {
		if len(p) < 2 {
			return nil, fmt.Errorf("a path of %d ends", len(p))
		}
		var ends [2]End
		for i := range ends {
			if ends[i], err = readEnd(p[i], first); err != nil {
				return nil, err
			}
		}
		list = append(list, Path{A: ends[0], B: ends[1]})
	}
	return list, nil
}

func readEnd(v any, first map[string]int) (End, error) {
	if edge, ok := v.(float64); ok && edge >= 0 && edge < hex.Edges {
		return End(edge), nil
	}
	name, _ := v.(string)
	for word, before := range first {
		if digits, ok := strings.CutPrefix(name, word); ok {
			n, err := strconv.Atoi(digits)
			return StopEnd(before + n), err
		}
	}
	return 0, fmt.Errorf("a path to %v", v)
}
