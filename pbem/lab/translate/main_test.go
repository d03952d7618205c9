package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestTranslate: a language begins with all English messages as comments; what is translated stays, and what is
// missing is listed.
func TestTranslate(t *testing.T) {
	folder := t.TempDir()
	write := func(file, text string) {
		expect.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, file)), 0o755))
		expect.NoError(t, os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644))
	}
	run := func() string {
		var out strings.Builder
		expect.NoError(t, translate(&out, folder, "de"))
		return strings.ReplaceAll(out.String(), folder+string(filepath.Separator), "")
	}
	write("en/a.toml", "# A file\n\n\"a.one\" = \"one\"\n\"a.two\" = \"two\"\n")
	write("en/b.toml", "[\"b.n\"]\none = \"{{.n}} day\"\nother = \"{{.n}} days\"\n")
	write("en/words.toml", "greetings = [\"hello\"]\n")
	expect.Same(t, "at first", run(), "de/a.toml: 0 of 2\nde/b.toml: 0 of 1\ntranslate: de messages=0 of=3\n")
	for file, want := range map[string]string{
		"a.toml":     "# A file\n\n# \"a.one\" = \"one\"\n# \"a.two\" = \"two\"\n",
		"b.toml":     "# [\"b.n\"]\n# one = \"{{.n}} day\"\n# other = \"{{.n}} days\"\n",
		"words.toml": "# greetings = [\"hello\"]\n",
	} {
		expect.Same(t, file, string(expect.Get(os.ReadFile(filepath.Join(folder, "de", file)))(t)), want)
	}
	own := "\"a.two\" = \"zwei\"\n\"a.three\" = \"drei\"\n"
	write("de/a.toml", own)
	expect.Same(t, "later", run(), "de/a.toml: 1 of 2\n  missing: a.one\n  not in English: a.three\n"+
		"de/b.toml: 0 of 1\ntranslate: de messages=1 of=3\n")
	expect.Same(t, "what was translated", string(expect.Get(os.ReadFile(filepath.Join(folder, "de/a.toml")))(t)), own)
	expect.Fails(t, "elsewhere", translate(&strings.Builder{}, t.TempDir(), "de"), "root of the repository")
}

func TestLanguageIsTwoLetters(t *testing.T) {
	expect.Same(t, "de", expect.Get(language([]string{"de"}))(t), "de")
	for _, args := range [][]string{nil, {"deu"}, {"DE"}, {"../x"}, {"de", "es"}} {
		_, err := language(args)
		expect.Fails(t, args, err, "two letters")
	}
}
