package enginetest

import (
	"math/rand/v2"
	"strings"
)

var litter = []string{
	"", " ", "pass", ":", ",", "[", "]", "(", ")", ">", "?", "0", "1", "-1", "99999999999999999999", "with", "x",
	"ñandú", "·", "->", "]]]", "[[[", "::", "\t", "\u00a0", "😀", "\xff",
}

// mutate makes a probably wrong line from legal ones.
func mutate(rng *rand.Rand, lines []string) string {
	line := litter[rng.IntN(len(litter))]
	if len(lines) > 0 && rng.IntN(8) > 0 {
		line = lines[rng.IntN(len(lines))]
	}
	for range 1 + rng.IntN(2) {
		line = mutateOnce(rng, line, lines)
	}
	return line
}

func mutateOnce(rng *rand.Rand, line string, lines []string) string {
	words := strings.Fields(line)
	switch at := rng.IntN(len(words) + 1); rng.IntN(8) {
	case 0: // drop a word
		if at < len(words) {
			words = append(words[:at], words[at+1:]...)
		}
	case 1: // add a word
		words = append(words[:at], append([]string{litter[rng.IntN(len(litter))]}, words[at:]...)...)
	case 2: // swap two words
		if at > 0 && at < len(words) {
			words[at-1], words[at] = words[at], words[at-1]
		}
	case 3: // cut the line
		return strings.Join(words[:at], " ")
	case 4: // join two lines
		if len(lines) > 0 {
			return line + ", " + lines[rng.IntN(len(lines))]
		}
	case 5: // mistype a letter
		letters := []rune(line)
		if len(letters) > 0 {
			letters[rng.IntN(len(letters))] = rune('a' + rng.IntN(26))
		}
		return string(letters)
	case 6: // drop signs
		return strings.NewReplacer("[", " ", "]", " ", ":", " ", ",", " ").Replace(line)
	case 7:
		return strings.ToUpper(strings.ReplaceAll(line, "-", " "))
	}
	return strings.Join(words, " ")
}
