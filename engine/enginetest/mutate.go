package enginetest

import (
	"math/rand/v2"
	"strings"
)

var litter = []string{
	"", " ", "pass", ":", ",", "[", "]", "(", ")", ">", "?", "0", "1", "-1", "99999999999999999999", "with", "x",
	"ñandú", "·", "->", "]]]", "[[[", "::", "\t", "\u00a0", "😀", "\xff",
}

// mutate makes a line that is probably wrong out of legal ones.
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
	case 0: // a word less
		if at < len(words) {
			words = append(words[:at], words[at+1:]...)
		}
	case 1: // a word more
		words = append(words[:at], append([]string{litter[rng.IntN(len(litter))]}, words[at:]...)...)
	case 2: // two words change places
		if at > 0 && at < len(words) {
			words[at-1], words[at] = words[at], words[at-1]
		}
	case 3: // the line ends early
		return strings.Join(words[:at], " ")
	case 4: // two lines in one
		if len(lines) > 0 {
			return line + ", " + lines[rng.IntN(len(lines))]
		}
	case 5: // a letter is typed wrong
		letters := []rune(line)
		if len(letters) > 0 {
			letters[rng.IntN(len(letters))] = rune('a' + rng.IntN(26))
		}
		return string(letters)
	case 6: // signs are left out
		return strings.NewReplacer("[", " ", "]", " ", ":", " ", ",", " ").Replace(line)
	case 7:
		return strings.ToUpper(strings.ReplaceAll(line, "-", " "))
	}
	return strings.Join(words, " ")
}
