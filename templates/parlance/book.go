package parlance

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// English is the language of the lines that the code knows.
const English = "en"

// Book is the order words of a title as readers of one language write and read them. It is
// safe for concurrent use.
type Book struct {
	lang   string
	title  *section // the title's own words; empty without one
	always *section // words of the service

	forms   *section            // the placeholders of forms
	terms   *section            // rules of a table, options of a game, and their values
	names   map[string][]string // their spellings in the book's language, from English
	choice  map[string]bool     // words before the number of a choice
	chooses map[string]bool     // words before these
	talk    map[string]bool     // see Table.Talk
	senses  *senses
	elided  []string // see Table.Elided
}

// section is the words of a title, of the service, or of one command.
type section struct {
	orders, inside  phrases             // for reading: first words, and those after them
	printed, within phrases             // the same as they are printed, from English
	english, known  map[string]string   // English words of orders and inside that are read exactly, with their meanings
	commands        map[string]*section // words inside one command's orders
	units           phrases             // after amounts
	starts          map[string]bool     // how the first words of its lines begin, folded: most lines of a mail do not
}

func newSection() *section {
	return &section{phrases{}, phrases{}, phrases{}, phrases{}, map[string]string{}, map[string]string{}, map[string]*section{}, phrases{}, map[string]bool{}}
}

// start notes the words that lines of the section may begin with.
func (s *section) start() {
	for _, heads := range []iter.Seq[string]{maps.Keys(s.orders), maps.Keys(s.inside), maps.Keys(s.english), maps.Keys(s.known)} {
		for head := range heads {
			head, _, _ = strings.Cut(head, " ")
			for i := range head {
				s.starts[head[:i]] = true
			}
			s.starts[head] = true
		}
	}
}

// New returns the book of a language and a title; one that only knows the words of the service
// for a title without tables. Lines of all languages are read; beginnings of words only in
// English and lang.
func New(tables map[string]Table, lang, title string) *Book {
	b := &Book{lang: lang, title: newSection(), always: newSection(), forms: newSection(), terms: newSection(), choice: map[string]bool{}, chooses: map[string]bool{}, talk: map[string]bool{}, senses: newSenses()}
	languages := slices.Sorted(maps.Keys(tables))
	if i := slices.Index(languages, lang); i > 0 { // two languages may share a spelling: the table's own language decides
		languages = slices.Insert(slices.Delete(languages, i, i+1), 0, lang)
	}
	whole, scopes := tables[English].Whole, []string{title}
	for name, titles := range tables[English].Groups {
		if slices.Contains(titles, title) {
			scopes = append(scopes, name)
		}
	}
	for _, l := range languages {
		t := tables[l]
		b.title.units.add(phrase{}, t.Units[title], fold)
		for _, scope := range scopes {
			b.title.addAll(t.Orders[scope], t.Inside[scope], l, lang, whole)
			for order := range t.Orders[scope] {
				if own := t.Inside[scope+" "+order]; l == lang && own != nil {
					b.title.command(order, own, l, lang)
				}
			}
		}
		if l == lang || l == English {
			b.senses.addAll(t, append(scopes, Anywhere))
		}
		b.always.addAll(t.Orders[Service], t.Inside[Service], l, lang, whole)
		for command := range t.Orders[Service] {
			b.always.command(command, t.Inside[command], l, lang)
		}
		b.forms.addAll(nil, t.Inside["forms"], l, lang, nil)
		b.terms.addAll(nil, t.Inside["terms"], l, lang, nil)
		if l == lang {
			b.names = t.Inside["terms"]
		}
		for _, w := range t.Choice {
			b.choice[fold(w)] = true
		}
		for _, w := range t.Chooses {
			b.chooses[fold(w)] = true
		}
		b.elided = append(b.elided, t.Elided...)
		for _, w := range t.Talk {
			b.talk[fold(w)] = true
		}
	}
	b.title.start()
	b.always.start()
	return b
}

// command adds the words that only one command takes.
func (s *section) command(name string, inside map[string][]string, l, of string) {
	if len(inside) == 0 {
		return
	}
	if s.commands[name] == nil {
		s.commands[name] = newSection()
	}
	s.commands[name].addAll(nil, inside, l, of, nil)
}

// addAll adds tables of language l to a book of another.
func (s *section) addAll(orders, inside map[string][]string, l, of string, whole []string) {
	add(orders, s.orders, s.printed, s.english, l, of, whole)
	add(inside, s.inside, s.within, s.known, l, of, nil)
}

func add(table map[string][]string, read, printed phrases, known map[string]string, l, of string, whole []string) {
	for _, english := range slices.Sorted(maps.Keys(table)) {
		spellings := table[english]
		known[fold(english)] = english
		switch {
		case l == English:
			for _, w := range spellings {
				known[fold(w)] = english
			}
			continue
		case !capital(english):
			read.add(phrase{english: english, native: l == of, whole: slices.Contains(whole, english)}, spellings, fold)
		}
		if l == of && len(spellings) > 0 {
			printed.add(phrase{english: spellings[0]}, []string{english}, exact)
		}
	}
}

// exact compares canonical words, which are in lower case: names are not among them.
func exact(s string) string { return s }

// Lang returns the language of the book.
func (b *Book) Lang() string { return b.lang }
