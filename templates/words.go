package templates

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/parlance"
)

// wordsFile is the file of a language that holds Words and no messages.
const wordsFile = "words.toml"

// Words are the words that players write around their orders, of all languages together. They distinguish
// orders from talk. en/words.toml explains each list. All but Wishes are folded by engine.Fold.
type Words struct {
	advise.Words
	Greetings     map[string]bool
	Wishes        []string // in lower case, with their accents
	Articles      map[string]bool
	SentenceVerbs map[string]bool
	Openings      map[string]bool
	Between       map[string]bool
	Everyday      map[string]bool
	Spared        map[string]bool
	Service       map[string]bool
	Everybody     map[string]bool
	Forms         map[string]string // from a form that an order word has in a sentence to that word
}

// Greets reports whether a word of a line only greets.
func (w *Words) Greets(word string) bool { return w.Greetings[engine.Fold(strings.Trim(word, ",.!"))] }

// Uncourteous returns a line without the courtesies around it.
func (w *Words) Uncourteous(line string) string {
	words := strings.Fields(line)
	fold := func(list []string) string { return engine.Fold(strings.Trim(strings.Join(list, " "), " ,;.!")) }
	for n := courteousWords; n > 0; n-- {
		if at := len(words) - n; at > 0 && w.Courtesies[fold(words[at:])] {
			words, n = words[:at], courteousWords+1
		}
	}
	for len(words) > 1 && (w.IsFiller(fold(words[:1])) || w.Greets(words[0]) && strings.ContainsAny(words[0], ",.!")) {
		words = words[1:]
	}
	if bare := strings.TrimRight(strings.Join(words, " "), " ,;"); len(words) <= courteousWords+1 {
		return bare
	}
	return line
}

// courteousWords limits the words of a courtesy.
const courteousWords = 3

// wordLists is a words file as it is written.
type wordLists struct {
	Courtesies    []string
	Subjects      []string
	Joins         []string
	Greetings     []string
	Wishes        []string
	Articles      []string
	SentenceVerbs []string `toml:"sentence_verbs"`
	Openings      []string
	Between       []string
	Everyday      []string
	Spared        []string
	Service       []string
	Everybody     []string
	Forms         map[string][]string

	parlance.Table
}

// add adds the lists of a words file and returns its order words. It fails for a list that
// Words does not have, and for a word that means two order words.
func (w *Words) add(file []byte) (parlance.Table, error) {
	var l wordLists
	if err := toml.NewDecoder(bytes.NewReader(file)).DisallowUnknownFields().Decode(&l); err != nil {
		if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
			return parlance.Table{}, errors.New(unknown.String())
		}
		return parlance.Table{}, err
	}
	for to, words := range map[*map[string]bool][]string{
		&w.Courtesies: l.Courtesies, &w.Subjects: l.Subjects, &w.Joins: l.Joins, &w.Greetings: l.Greetings,
		&w.Articles: l.Articles, &w.SentenceVerbs: l.SentenceVerbs, &w.Openings: l.Openings, &w.Between: l.Between,
		&w.Everyday: l.Everyday, &w.Spared: l.Spared, &w.Service: l.Service, &w.Everybody: l.Everybody,
	} {
		addWords(to, words)
	}
	w.Wishes = append(w.Wishes, engine.Each(l.Wishes, strings.ToLower)...)
	if w.Forms == nil {
		w.Forms = map[string]string{}
	}
	return l.Table, meaning(w.Forms, l.Forms)
}

// addWords adds words to a list.
func addWords(to *map[string]bool, words []string) {
	if *to == nil {
		*to = map[string]bool{}
	}
	for _, word := range words {
		(*to)[engine.Fold(word)] = true
	}
}

// meaning adds the words for some order words.
func meaning(to map[string]string, lists map[string][]string) error {
	for order, words := range lists {
		to[engine.Fold(order)] = order
		for _, word := range words {
			fold := engine.Fold(word)
			if other := to[fold]; other != "" && other != order {
				return fmt.Errorf("%q means both %q and %q", word, other, order)
			}
			to[fold] = order
		}
	}
	return nil
}
