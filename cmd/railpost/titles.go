package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/near"
	"railpost/templates"
)

type titlesCommand struct {
	listing
	Title string `arg:"" optional:"" help:"Only this title, with all its options and rulings."`
}

// titleText describes a title without its rule book.
type titleText struct {
	Title    string                       `json:"title"`
	Version  int                          `json:"version"`
	Seats    [2]int                       `json:"seats"` // minimum, maximum
	Options  []optionText                 `json:"options"`
	Profiles map[string]map[string]string `json:"profiles,omitempty"` // values of options by one name
	Declared []declaredText               `json:"declared"`
}

type optionText struct {
	Key     string   `json:"key"`
	Values  []string `json:"values"`         // the first is the default
	Open    bool     `json:"open,omitempty"` // other values are accepted, too
	Rule    string   `json:"rule,omitempty"`
	Text    string   `json:"text"`
	ForSeat []int    `json:"players,omitempty"` // player counts for which it matters
	Changes bool     `json:"changes,omitempty"` // it may change in a running game
}

type declaredText struct {
	Rule    string `json:"rule"`
	Text    string `json:"text"`
	ForSeat []int  `json:"players,omitempty"` // player counts for which it matters
}

func describe(t engine.Title, set *templates.Set) titleText {
	lo, hi := t.Seats()
	out := titleText{Title: t.Name(), Version: t.Version(), Seats: [2]int{lo, hi}, Options: []optionText{}, Declared: []declaredText{}, Profiles: t.Profiles()}
	changes := func(key string) bool {
		return slices.ContainsFunc(engine.MayChange(t), func(o engine.Option) bool { return o.Key == key })
	}
	for _, o := range t.Options() {
		out.Options = append(out.Options, optionText{o.Key, o.Values, o.Check != nil, o.Rule, say(set, o.Gloss), o.ForSeat, changes(o.Key)})
	}
	for _, d := range t.Declared() {
		out.Declared = append(out.Declared, declaredText{d.Rule, say(set, d.Gloss), d.ForSeat})
	}
	return out
}

func say(set *templates.Set, key string) string {
	return set.Say(templates.English, nil, nil, engine.Msg(key))
}

// findTitle returns the title a person means, or an error that lists the titles.
func findTitle(op, name string) (engine.Title, error) {
	t, names := titles.Match(name)
	if t == nil {
		return nil, &fault.Mistake{Op: op, What: fmt.Sprintf("there is no title %q", name), Hint: near.Advice(name, names, "the titles are "+strings.Join(names, ", "))}
	}
	return t, nil
}

func (c *titlesCommand) Run(a *app) error {
	set, err := templates.New()
	if err != nil {
		return err
	}
	if c.Title != "" {
		t, err := findTitle("titles", c.Title)
		if err != nil {
			return err
		}
		d := describe(t, set)
		return c.show(a, d, func() { d.print(a) })
	}
	list := []titleText{}
	rows := [][]string{{"TITLE", "PLAYERS", "VERSION", "OPTIONS", "DECLARED"}}
	for _, t := range titles.All() {
		d := describe(t, set)
		list = append(list, d)
		rows = append(rows, []string{d.Title, fmt.Sprintf("%d-%d", d.Seats[0], d.Seats[1]), fmt.Sprint(d.Version), fmt.Sprint(len(d.Options)), fmt.Sprint(len(d.Declared))})
	}
	return c.show(a, list, func() { a.table(rows) })
}

func (d titleText) print(a *app) {
	a.printf("%s, %d to %d players, version %d\n", d.Title, d.Seats[0], d.Seats[1], d.Version)
	d.printOptions(a)
	d.printProfiles(a)
	d.printDeclared(a)
}

func (d titleText) printOptions(a *app) {
	if len(d.Options) == 0 {
		return
	}
	a.printf("\nOPTIONS (railpost game create --option KEY=VALUE)\n")
	for _, o := range d.Options {
		values := o.Values
		if o.Open {
			values = append(values[:len(values):len(values)], "...")
		}
		changes := ""
		if o.Changes {
			changes = "   (may change in a running game)"
		}
		a.printf("  %s=%s   rule %s%s\n%s", o.Key, strings.Join(values, "|"), o.Rule, changes, wrapped(o.Text, "      "))
	}
}

func (d titleText) printProfiles(a *app) {
	if len(d.Profiles) == 0 {
		return
	}
	a.printf("\nPROFILES (railpost game create --profile NAME; --option goes before it)\n")
	for _, name := range slices.Sorted(maps.Keys(d.Profiles)) {
		var values []string
		for _, key := range slices.Sorted(maps.Keys(d.Profiles[name])) {
			values = append(values, key+"="+d.Profiles[name][key])
		}
		a.printf("  %s\n%s", name, wrapped(strings.Join(values, " "), "      "))
	}
}

func (d titleText) printDeclared(a *app) {
	if len(d.Declared) == 0 {
		return
	}
	a.printf("\nDECLARED (what the printed game leaves open, as it is played here)\n")
	for _, x := range d.Declared {
		a.printf("  %-5s%s", x.Rule, strings.TrimLeft(wrapped(x.Text, "       "), " "))
	}
}

// wrapped returns text in lines of at most 76 columns, each after an indent.
func wrapped(text, indent string) string {
	return indent + strings.Join(templates.Wrap(text, 76-len(indent)), "\n"+indent) + "\n"
}
