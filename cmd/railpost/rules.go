package main

import (
	"strings"

	"railpost/engine/titles"
	"railpost/pbem/control"
	"railpost/templates"
)

type rulesCommand struct {
	listing
	Title   string `arg:"" help:"Title, as russian."`
	Section string `arg:"" optional:"" help:"Only what belongs to this section, ruling or verb, as R2, 5 or place."`
}

// rulesText is an index of a title. It holds no text of a rule book.
type rulesText struct {
	titleText
	Orders []orderText `json:"orders"`
}

type orderText struct {
	Form string `json:"form"`
	Text string `json:"text"`
}

// gamesForOrders is how many random games are played to find all verbs.
const gamesForOrders = 4

func (c *rulesCommand) Run(a *app) error {
	t, err := findTitle("rules", c.Title)
	if err != nil {
		return err
	}
	set, err := templates.New()
	if err != nil {
		return err
	}
	orders, err := titles.Orders(t, gamesForOrders)
	if err != nil {
		return err
	}
	out := rulesText{titleText: describe(t, set), Orders: []orderText{}}
	for _, o := range orders {
		out.Orders = append(out.Orders, orderText{o.Form, say(set, o.Gloss)})
	}
	if c.Section != "" {
		if out = out.only(c.Section); len(out.Options)+len(out.Declared)+len(out.Orders) == 0 {
			return &control.Error{Op: "rules", What: "nothing here belongs to " + c.Section, Hint: "railpost rules " + out.Title + " shows everything"}
		}
	}
	return c.show(a, out, func() error { return out.print(a) })
}

// only keeps what belongs to a section (5 also holds 5.4), a ruling or a verb.
func (r rulesText) only(section string) rulesText {
	within := func(rule string) bool {
		return strings.EqualFold(rule, section) || strings.HasPrefix(strings.ToLower(rule), strings.ToLower(section)+".")
	}
	out := rulesText{titleText: titleText{Title: r.Title, Version: r.Version, Seats: r.Seats, Options: []optionText{}, Declared: []declaredText{}}, Orders: []orderText{}}
	for _, o := range r.Options {
		if within(o.Rule) || strings.EqualFold(o.Key, section) {
			out.Options = append(out.Options, o)
		}
	}
	for _, d := range r.Declared {
		if within(d.Rule) {
			out.Declared = append(out.Declared, d)
		}
	}
	for _, o := range r.Orders {
		if verb, _, _ := strings.Cut(o.Form, " "); strings.EqualFold(verb, section) {
			out.Orders = append(out.Orders, o)
		}
	}
	return out
}

func (r rulesText) print(a *app) error {
	if err := r.titleText.print(a); err != nil {
		return err
	}
	if len(r.Orders) == 0 {
		return nil
	}
	if err := a.printf("\nORDERS (a letter lists those that are possible; answer help WORD for more)\n"); err != nil {
		return err
	}
	for _, o := range r.Orders {
		if err := a.printf("  %s\n%s", o.Form, wrapped(o.Text, "      ")); err != nil {
			return err
		}
	}
	return nil
}
