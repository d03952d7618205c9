package templates

import (
	"slices"
	"strings"
)

// Columns of a letter.
const (
	textColumns   = 76
	choiceColumns = 72

	commandColumns = 120 // a command that is broken cannot be copied
)

// wrap is hang for text whose first line is not indented.
func wrap(s string, columns int) []string { return hang(s, columns, columns) }

// Wrap breaks a text as letters do.
func Wrap(s string, columns int) []string { return wrap(s, columns) }

// hang breaks s between words so that the first line does not exceed its room, and no other
// this many columns; a longer word is broken at the end of the line. Words joined by no-break
// spaces, as in a command, stay together up to commandColumns. The last line never consists
// of one word: a lone "moves" in a letter could be taken for the reader's own when they
// answer with that word.
func hang(s string, room, columns int) []string {
	var lines []string
	s = strings.Trim(s, " ")
	if strings.Contains(s, "  ") {
		s = strings.Join(slices.DeleteFunc(strings.Split(s, " "), func(word string) bool { return word == "" }), " ")
	}
	s = keepDollars(s)
	line, used, end := "", 0, 0 // text of the line before s[end:]
	for word := range strings.SplitSeq(s, " ") {
		n := columnsOf(word)
		end += len(word)
		if line != "" && used+1+n <= room {
			line, used = s[end-len(word)-1-len(line):end], used+1+n
			end++
			continue
		}
		if line != "" {
			lines, room = append(lines, line), columns
		}
		for n > room && (n > commandColumns || !strings.Contains(word, noBreak)) {
			head, rest := split(word, room)
			lines, room = append(lines, head), columns
			word, n = rest, columnsOf(rest)
		}
		line, used = word, n
		end++
	}
	if line != "" {
		lines = append(lines, line)
	}
	lines = noLastWord(lines, columns)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], noBreak, " ")
	}
	return lines
}

const noBreak = "\u00a0"

// keepDollars joins the sign of dollars to the number before it, as in "2 $".
func keepDollars(s string) string {
	const sign = " $"
	for from := 0; ; {
		i := strings.Index(s[from:], sign)
		if i < 0 {
			return s
		}
		at := from + i
		from = at + len(sign)
		if at > 0 && isDigit(s[at-1]) && (from == len(s) || !isDigit(s[from])) {
			s = s[:at] + noBreak + s[at+1:]
			from++
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// noLastWord moves a word from the line before to a last line of one word.
func noLastWord(lines []string, columns int) []string {
	n := len(lines)
	if n < 2 || strings.Contains(lines[n-1], " ") {
		return lines
	}
	i := strings.LastIndexByte(lines[n-2], ' ')
	if i < 0 || columnsOf(lines[n-2][i:])+columnsOf(lines[n-1]) > columns {
		return lines
	}
	lines[n-1] = lines[n-2][i+1:] + " " + lines[n-1]
	lines[n-2] = lines[n-2][:i]
	return lines
}

// split cuts s after this many columns.
func split(s string, columns int) (head, rest string) {
	n := 0
	for i, r := range s {
		n += columnsOfRune(r)
		if n > columns && i > 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// breakOrder breaks an order so that it can still be sent back as it is: a line that ends
// in ":", "," or ">" or with an open bracket continues in the next one (after ">" a way or
// a delivery continues). If that does not help, a piece remains long. No piece begins with
// a number, which by itself would select a choice.
func breakOrder(line string, columns int) []string {
	if columnsOf(line) <= columns {
		return []string{line}
	}
	words := strings.Fields(line)
	var out []string
	open := 0
	for len(words) > 0 {
		n := piece(words, columns, open)
		out = append(out, strings.Join(words[:n], " "))
		for _, w := range words[:n] {
			open = depth(open, w)
		}
		words = words[n:]
	}
	return out
}

// piece returns how many words the next line takes: up to the last sign that fits, else up
// to the last place in a bracket, else up to the first place of either kind.
func piece(words []string, columns, open int) int {
	used, sign, bracket := 0, 0, 0
	for i, w := range words {
		used += columnsOf(w)
		if used > columns && (sign > 0 || bracket > 0) {
			break
		}
		used++
		open = depth(open, w)
		if i+1 == len(words) {
			return len(words)
		}
		if next := words[i+1][0]; next >= '0' && next <= '9' {
			continue
		}
		switch {
		case strings.HasSuffix(w, ":"), strings.HasSuffix(w, ","), w == ">":
			sign = i + 1
		case open > 0:
			bracket = i + 1
		}
	}
	if sign > 0 {
		return sign
	}
	return bracket
}

// depth returns the number of brackets open after some more text.
func depth(open int, text string) int {
	for _, r := range text {
		switch r {
		case '(', '[':
			open++
		case ')', ']':
			open = max(0, open-1)
		}
	}
	return open
}
