package templates

import (
	"bufio"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/language"

	"railpost/engine/enginetest/expect"
)

// TestMessagesOfLanguages: a language says everything that English says, with the same arguments; a draft says a part
// of it.
func TestMessagesOfLanguages(t *testing.T) {
	s := newSet(t)
	same := sameTexts(t)
	for _, lang := range Languages() {
		if lang == English {
			continue
		}
		t.Run(lang, func(t *testing.T) {
			files := expect.Get(fs.Glob(embedded, English+"/*.toml"))(t)
			for _, f := range files {
				if path.Base(f) == wordsFile {
					continue
				}
				t.Run(strings.TrimSuffix(path.Base(f), ".toml"), func(t *testing.T) {
					english, own := messagesOf(t, f), messagesOf(t, lang+"/"+path.Base(f))
					compareFiles(t, english, own, s.draft(lang), same[lang])
				})
			}
		})
	}
}

// messagesOf returns the messages of a file by their keys.
func messagesOf(t *testing.T, file string) map[string]*i18n.Message {
	t.Helper()
	b := expect.Get(fs.ReadFile(embedded, file))(t)
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	parsed := expect.Get(bundle.ParseMessageFileBytes(b, "x."+path.Dir(file)+".toml"))(t)
	out := map[string]*i18n.Message{}
	for _, m := range parsed.Messages {
		out[m.ID] = m
	}
	return out
}

func compareFiles(t *testing.T, english, own map[string]*i18n.Message, draft bool, same []string) {
	for key, en := range english {
		m := own[key]
		if m == nil {
			expect.True(t, draft, "%s is missing", key)
			continue
		}
		if plural(en) && m.One == "" || m.Zero+m.Two+m.Few != "" {
			t.Errorf("%s: its forms must be one and other, as the language has them", key)
		}
		expect.Same(t, key, argumentsOf(en), argumentsOf(m))
		compareTexts(t, key, en.Other, m.Other, same)
		if m.One != "" && en.One != "" {
			compareTexts(t, key, en.One, m.One, same)
		}
	}
	for key := range own {
		expect.True(t, english[key] != nil, "%s is no message of English", key)
	}
}

var (
	action     = regexp.MustCompile(`\{\{.*?\}\}`)
	field      = regexp.MustCompile(`(?:^|[^\w"])\.(\w+)`)
	quoted     = regexp.MustCompile(`"[^"]*"`)
	someLetter = regexp.MustCompile(`\pL\pL`)
)

// argumentsOf returns the arguments that a message names.
func argumentsOf(m *i18n.Message) (list []string) {
	for _, text := range []string{m.One, m.Many, m.Other} {
		for _, a := range action.FindAllString(text, -1) {
			for _, f := range field.FindAllStringSubmatch(quoted.ReplaceAllString(a, ""), -1) {
				list = append(list, f[1])
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func compareTexts(t *testing.T, key, en, text string, same []string) {
	if bare := action.ReplaceAllString(text, ""); text == en && someLetter.MatchString(bare) &&
		!slices.ContainsFunc(same, func(p string) bool { ok, _ := path.Match(p, key); return ok }) {
		t.Errorf("%s is as in English: %q. If it must be, list it in testdata/same.txt", key, text)
	}
	for _, begin := range []string{"{{.seat}} ", "- "} {
		if strings.HasPrefix(en, begin) && !strings.HasPrefix(text, begin) {
			t.Errorf("%s must begin with %q, which letters look for: %q", key, begin, text)
		}
	}
}

// sameTexts returns, by language, the keys of messages that are the same in English, or
// patterns of them.
func sameTexts(t *testing.T) map[string][]string {
	f := expect.Get(os.Open("testdata/same.txt"))(t)
	defer f.Close()
	out := map[string][]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		langs, keys, ok := strings.Cut(lines.Text(), ": ")
		if !ok || strings.HasPrefix(langs, "#") {
			continue
		}
		for _, lang := range strings.Fields(langs) {
			out[lang] = append(out[lang], strings.Fields(keys)...)
		}
	}
	return out
}
