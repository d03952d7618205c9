package conversation_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"text/template/parse"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

// messagesOf returns the forms of all messages of each language by key.
var messagesOf = sync.OnceValues(func() (map[string]map[string][]string, error) {
	all := map[string]map[string][]string{}
	for _, lang := range []string{"en", "es", "ca"} {
		all[lang] = map[string][]string{}
		files, err := filepath.Glob("../../../templates/" + lang + "/*.toml")
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if filepath.Base(f) == "words.toml" {
				continue
			}
			var read map[string]any
			if b, err := os.ReadFile(f); err != nil {
				return nil, err
			} else if err := toml.Unmarshal(b, &read); err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
			for key, m := range read {
				if one, ok := m.(string); ok {
					m = map[string]any{"other": one}
				}
				for _, form := range m.(map[string]any) {
					if text, ok := form.(string); ok {
						all[lang][key] = append(all[lang][key], text)
					}
				}
			}
		}
	}
	return all, nil
})

// wanted matches a line that names a message instead of repeating its words: its key, and its arguments, in
// this order, as far as they matter: {letter.now} Ben | Thu 5 Mar 10:01
var wanted = regexp.MustCompile(`^\{([^{} ]+)\}(?: (.*))?$`)

// position returns where a folded text has the text that a line wants, from a place on; -1 if nowhere.
func position(text string, from int, line string) (int, error) {
	m := wanted.FindStringSubmatch(line)
	if m == nil {
		return indexWords(text, from, fold(line)), nil
	}
	all, err := messagesOf()
	if err != nil {
		return -1, err
	}
	var values []string
	if m[2] != "" {
		values = strings.Split(m[2], "|")
	}
	at, known := -1, false
	for _, messages := range all {
		for _, form := range messages[m[1]] {
			known = true
			re, holes, err := saying(form, values)
			if err != nil {
				return -1, fmt.Errorf("%s: %w", m[1], err)
			}
			if holes < len(values) {
				continue
			}
			if i := re.FindStringIndex(text[from:]); i != nil && (at < 0 || from+i[0] < at) {
				at = from + i[0]
			}
		}
	}
	if !known {
		err = fmt.Errorf("no message %q", m[1])
	}
	return at, err
}

// indexWords is strings.Index from a place on, for whole words and numbers only.
func indexWords(text string, from int, words string) int {
	first, _ := utf8.DecodeRuneInString(words)
	last, _ := utf8.DecodeLastRuneInString(words)
	for {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(words):])
		if !(inWord(first) && inWord(before)) && !(inWord(last) && inWord(after)) {
			return i
		}
		from = i + 1
	}
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// fold replaces white space by single blanks, and spells orders as in letters for listeners.
func fold(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "`", `"`)), " ")
}

// notInWord is what stands beside words; \pL and \pN would take a sixth of the time of all scripts to compile.
const notInWord = `[^0-9a-zà-öø-ÿőű]`

// saying returns what matches a message in a folded letter, and how many values can be filled in.
// Those not given may be anything short.
func saying(form string, values []string) (*regexp.Regexp, int, error) {
	tree := parse.New("")
	tree.Mode = parse.SkipFuncCheck
	if _, err := tree.Parse(form, "", "", map[string]*parse.Tree{}); err != nil {
		return nil, 0, err
	}
	n := 0
	var walk func(list *parse.ListNode, within bool) string
	walk = func(list *parse.ListNode, within bool) string {
		var b strings.Builder
		if list == nil {
			return ""
		}
		for _, node := range list.Nodes {
			switch node := node.(type) {
			case *parse.TextNode:
				b.WriteString(regexp.QuoteMeta(strings.ReplaceAll(spaces.ReplaceAllString(string(node.Text), " "), "`", `"`)))
			case *parse.IfNode:
				b.WriteString("(?:" + walk(node.List, true) + "|" + walk(node.ElseList, true) + ")")
			default:
				value := ""
				if !within && n < len(values) {
					value = fold(values[n])
				}
				if !within {
					n++
				}
				if value != "" {
					b.WriteString(regexp.QuoteMeta(value))
				} else {
					b.WriteString("(.{0,400}?)")
				}
			}
		}
		return b.String()
	}
	p := strings.TrimSuffix(strings.TrimSpace(walk(tree.Root, false)), `\.`)
	if r, _ := utf8.DecodeRuneInString(p); r == '(' || inWord(r) {
		p = `(?:^|` + notInWord + `)` + p
	}
	re, err := regexp.Compile(`(?i)` + p + `(?:$|` + notInWord + `)`)
	return re, n, err
}

var spaces = regexp.MustCompile(`\s+`)
