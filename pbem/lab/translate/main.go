// Command translate begins a language, or lists what one lacks: go run ./pbem/lab/translate de, from the root of the
// repository. docs/translating.md says how to go on.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"railpost/templates"
)

func main() {
	lang, err := language(os.Args[1:])
	if err == nil {
		err = translate(os.Stdout, "templates", lang)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "translate:", err)
		os.Exit(1)
	}
}

// language returns the language that the arguments of the command name.
func language(args []string) (string, error) {
	if len(args) != 1 || !regexp.MustCompile(`^[a-z]{2}$`).MatchString(args[0]) {
		return "", errors.New("name one language by its two letters (ISO 639-1), as in: go run ./pbem/lab/translate de")
	}
	return args[0], nil
}

// translate writes the files that a language lacks in the folder of templates, with the English messages as comments,
// and lists the messages that are missing or that English doesn't have.
func translate(out io.Writer, folder, lang string) error {
	english, err := filepath.Glob(filepath.Join(folder, templates.English, "*.toml"))
	if err != nil || len(english) == 0 {
		return cmp.Or(err, errors.New("there is no templates/en here; run it from the root of the repository"))
	}
	if err := os.MkdirAll(filepath.Join(folder, lang), 0o755); err != nil {
		return err
	}
	done, all := 0, 0
	for _, file := range english {
		own := filepath.Join(folder, lang, filepath.Base(file))
		if err := begin(own, file); err != nil {
			return err
		}
		if filepath.Base(file) == "words.toml" { // each language has its own words for orders
			continue
		}
		want, err := keys(file)
		if err != nil {
			return err
		}
		have, err := keys(own)
		if err != nil {
			return err
		}
		missing := slices.DeleteFunc(slices.Sorted(maps.Keys(want)), func(key string) bool { return have[key] })
		surplus := slices.DeleteFunc(slices.Sorted(maps.Keys(have)), func(key string) bool { return want[key] })
		done, all = done+len(want)-len(missing), all+len(want)
		fmt.Fprintf(out, "%s: %d of %d\n", own, len(want)-len(missing), len(want))
		if len(missing) < len(want) {
			for _, key := range missing {
				fmt.Fprintln(out, "  missing:", key)
			}
		}
		for _, key := range surplus {
			fmt.Fprintln(out, "  not in English:", key)
		}
	}
	fmt.Fprintf(out, "translate: %s messages=%d of=%d\n", lang, done, all)
	return nil
}

// begin writes a file with the lines of another as comments, unless it exists.
func begin(file, from string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, regexp.MustCompile(`(?m)^([^#\n])`).ReplaceAllString(string(b), "# $1"))
	return errors.Join(err, f.Close())
}

// keys returns the keys of the messages in a file.
func keys(file string) (map[string]bool, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var messages map[string]any
	if err := toml.Unmarshal(b, &messages); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	out := map[string]bool{}
	for key := range messages {
		out[strings.TrimSpace(key)] = true
	}
	return out, nil
}
