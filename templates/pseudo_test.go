package templates

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/templates/key"
	"railpost/templates/parlance"
)

// pseudo is a language made of English: its messages are in letters of their own and 40 % longer, its orders in
// others. Remaining ASCII letters went through neither.
const pseudo = "eo"

// pseudoSet returns a set with the pseudo-language, which lacks some messages.
func pseudoSet(t *testing.T, lacks ...string) *Set {
	t.Helper()
	files := fstest.MapFS{}
	english := expect.Get(fs.Glob(embedded, English+"/*.toml"))(t)
	for _, f := range english {
		if path.Base(f) == wordsFile {
			continue
		}
		out := map[string]map[string]string{}
		for key, m := range messagesOf(t, f) {
			if slices.Contains(lacks, key) {
				continue
			}
			out[key] = map[string]string{"other": pseudoText(key, m.Other)}
			if m.One != "" {
				out[key]["one"] = pseudoText(key, m.One)
			}
		}
		b := expect.Get(toml.Marshal(out))(t)
		files[pseudo+"/"+path.Base(f)] = &fstest.MapFile{Data: b}
	}
	s := expect.Get(New(files))(t)
	s.tongue(pseudo).book = func(string) phrasebook { return pseudoBook{} }
	return s
}

// pseudoText returns a message in the letters of the language. Arguments, the signs at its ends and everything
// that is no text stay.
func pseudoText(key, text string) string {
	if strings.Contains(key, ".swatch.") {
		return text
	}
	var b strings.Builder
	n := 0
	for text != "" {
		at := action.FindStringIndex(text)
		if at == nil {
			at = []int{len(text), len(text)}
		}
		said, letters := inLetters(text[:at[0]], 'а')
		b.WriteString(said)
		n += letters
		b.WriteString(text[at[0]:at[1]])
		text = text[at[1]:]
	}
	out := b.String()
	bare := strings.TrimRight(out, " .,:;!?…)")
	if action.MatchString(bare) && strings.HasSuffix(bare, "}}") || n < 3 {
		return out // nothing may follow an argument: it may be cut off there
	}
	return bare + strings.Repeat("ы", min(4, n*2/5)) + strings.Repeat(" ыы", max(0, n*2/5-4)/3) + out[len(bare):]
}

// inLetters puts the letters of a text into others, from a on, and counts them.
func inLetters(text string, a rune) (string, int) {
	n := 0
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			n++
			return a + r - 'a'
		case r >= 'A' && r <= 'Z':
			n++
			return unicode.ToUpper(a + r - 'A')
		}
		return r
	}, text), n
}

type pseudoBook struct{}

func (pseudoBook) Term(name string) string { return name }

func (pseudoBook) Read(line string) parlance.Line { return parlance.Line{English: line} }

// Print returns an order with its words in letters of their own; names and figures stay.
func (pseudoBook) Print(line string) string {
	return regexp.MustCompile(`\S+`).ReplaceAllStringFunc(line, func(word string) string {
		if strings.ContainsAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			return word
		}
		word, _ = inLetters(word, 'ա')
		return word
	})
}

// plainWord is a word that is neither a name nor a figure nor a sign.
var plainWord = regexp.MustCompile(`(?:^|[\s"'«(\[-])([a-z][a-z'-]+[a-z])(?:[\s"'»).,:;\]-]|$)`)

// TestPseudo: every word of a letter is a message, an order, a name or a figure; and longer
// texts still fit.
func TestPseudo(t *testing.T) {
	s := pseudoSet(t)
	for _, game := range gamesRead() {
		t.Run(fmt.Sprint(game.title, game.seats), func(t *testing.T) {
			r := &reading{T: t, set: s, lang: pseudo}
			rule := strings.Fields(s.Say(pseudo, nil, nil, engine.Msg(key.LineRule, engine.Text("title", ""), engine.Text("rule", ""))))[0]
			r.wrong = func(said string) (list []string) {
				if strings.HasPrefix(said, rule) {
					return nil // the references of rules have languages of their own
				}
				for _, m := range plainWord.FindAllStringSubmatch(said, -1) {
					if !slices.Contains(pseudoNames, m[1]) && !strings.Contains(r.typed, m[1]) {
						list = append(list, "the plain word "+m[1])
					}
				}
				return list
			}
			r.readAll(game)
		})
	}
}

// pseudoNames are names in small letters.
var pseudoNames = []string{"winter", "kk", "der", "nad", "pod", "und"}

// TestOneLanguageALetter: a letter for which its language lacks a message is in English from the subject to the last
// line, even if the language has all others.
func TestOneLanguageALetter(t *testing.T) {
	lacking := pseudoSet(t, key.HowtoNumbers, key.Foot)
	expect.Same(t, "a draft", lacking.draft(pseudo), false)
	letters := expect.Get(gamesRead()[0].letters())(t)
	in := func(s *Set, lang string) Rendered {
		l := *letters[0].Letter
		l.Lang = lang
		return render(t, s, &l)
	}
	if in(pseudoSet(t), pseudo).Subject == in(lacking, English).Subject {
		t.Fatal("the language that has all messages writes in English")
	}
	expect.Same(t, "the letter", in(lacking, pseudo), in(lacking, English))
}
