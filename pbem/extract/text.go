package extract

import "strings"

// splitLines splits decoded text into lines, at any kind of line end in use.
func splitLines(text string) []string {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\f", "\n").Replace(text)
	return strings.Split(text, "\n")
}

// quoteDepths removes and counts ">" marks.
func quoteDepths(text []string) []line {
	lines := make([]line, len(text))
	for i, t := range text {
		lines[i].text, lines[i].depth = unquote(t)
		lines[i].sign = lines[i].depth == 1
	}
	return lines
}

// unquote counts the ">" before a line; spaces may separate them.
func unquote(t string) (rest string, depth int) {
	rest = t
	for {
		s := strings.TrimLeft(rest, " \t\u00a0")
		if !strings.HasPrefix(s, ">") {
			break
		}
		rest, depth = s[1:], depth+1
	}
	if depth > 0 {
		rest = strings.TrimPrefix(rest, " ")
	}
	return rest, depth
}

// unflow joins the paragraphs of format=flowed (RFC 3676 4.5): it counts the marks before
// it removes the stuffed space, so that a line the person began with ">" remains theirs.
func unflow(text []string, delSp bool) []line {
	var lines []line
	open := false // the last line continues in the next one
	for _, t := range text {
		rest := strings.TrimLeft(t, ">")
		depth := len(t) - len(rest)
		rest = strings.TrimPrefix(rest, " ")
		isSig := rest == "-- "
		if open && !isSig && lines[len(lines)-1].depth == depth {
			lines[len(lines)-1].text += rest
		} else {
			lines = append(lines, line{text: rest, depth: depth})
		}
		open = !isSig && strings.HasSuffix(rest, " ")
		if open && delSp {
			last := &lines[len(lines)-1]
			last.text = strings.TrimSuffix(last.text, " ")
		}
	}
	return lines
}

// unarmour returns the text of a PGP clear-signed message (RFC 9580 7), without headers,
// signature, and "- " before dashes.
func unarmour(text []string) []string {
	begin := -1
	for i, t := range text {
		if strings.TrimSpace(t) == "-----BEGIN PGP SIGNED MESSAGE-----" {
			begin = i
			break
		}
	}
	if begin < 0 {
		return text
	}
	out := append([]string(nil), text[:begin]...)
	i := begin + 1
	for i < len(text) && strings.TrimSpace(text[i]) != "" { // Hash: headers
		i++
	}
	for ; i < len(text); i++ {
		if strings.TrimSpace(text[i]) == "-----BEGIN PGP SIGNATURE-----" {
			break
		}
		out = append(out, strings.TrimPrefix(text[i], "- "))
	}
	for ; i < len(text); i++ {
		if strings.TrimSpace(text[i]) == "-----END PGP SIGNATURE-----" {
			return append(out, text[i+1:]...)
		}
	}
	return out
}
