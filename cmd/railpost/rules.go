package main

import (
	"strings"

	"railpost/docs/rules"
	"railpost/engine/titles"
	"railpost/pbem/facts/fault"
	"railpost/templates"
)

type rulesCommand struct {
	listing
	Title   string   `arg:"" help:"Title, such as russian."`
	Section []string `arg:"" optional:"" help:"Only this section or ruling of the rules, or this verb, such as VIII.6, R2, scoring or place."`
}

// rulesText is the index of a title's rules, or their text on one subject.
type rulesText struct {
	titleText
	Orders   []orderText   `json:"orders"`
	Sections []sectionText `json:"sections"` // of the rules reference
	Text     string        `json:"text,omitempty"`
}

type sectionText struct {
	Key     string `json:"key"`
	Heading string `json:"heading"`
}

type orderText struct {
	Form string `json:"form"`
	Text string `json:"text"`
}

func (c *rulesCommand) Run(a *app) error {
	t, err := findTitle("rules", c.Title)
	if err != nil {
		return err
	}
	set, err := templates.New()
	if err != nil {
		return err
	}
	out := rulesText{titleText: describe(t, set), Orders: []orderText{}, Sections: []sectionText{}}
	for _, o := range titles.Orders(t.Name()) {
		out.Orders = append(out.Orders, orderText{o.Form, say(set, o.Gloss)})
	}
	reference, section := rules.Of(out.Title, rules.English), strings.Join(c.Section, " ")
	switch {
	case section == "" && reference != nil:
		for _, s := range reference.All() {
			out.Sections = append(out.Sections, sectionText{s.Key, s.Heading})
		}
	case section != "":
		out = out.only(section)
		if reference != nil {
			if blocks, found := reference.Look(section); found {
				out.Text = set.Blocks(templates.English, nil, blocks)
			}
		}
		if len(out.Options)+len(out.Declared)+len(out.Orders)+len(out.Text) == 0 {
			return &fault.Mistake{Op: "rules", What: "there is no section, ruling or order " + section, Hint: "railpost rules " + out.Title + " shows everything"}
		}
	}
	return c.show(a, out, func() { out.print(a) })
}

// only keeps the parts that belong to a section (VI.3 also contains VI.3.1), a ruling or a verb.
func (r rulesText) only(section string) rulesText {
	within := func(rule string) bool {
		return strings.EqualFold(rule, section) || strings.HasPrefix(strings.ToLower(rule), strings.ToLower(section)+".")
	}
	out := rulesText{titleText: titleText{Title: r.Title, Version: r.Version, Seats: r.Seats, Options: []optionText{}, Declared: []declaredText{}}, Orders: []orderText{}, Sections: []sectionText{}}
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

func (r rulesText) print(a *app) {
	r.titleText.print(a)
	r.printOrders(a)
	r.printSections(a)
	if r.Text != "" {
		a.printf("\n%s", r.Text)
	}
}

func (r rulesText) printOrders(a *app) {
	if len(r.Orders) == 0 {
		return
	}
	a.printf("\nORDERS (a letter lists those that are possible; answer help WORD for more)\n")
	for _, o := range r.Orders {
		a.printf("  %s\n%s", o.Form, wrapped(o.Text, "      "))
	}
}

func (r rulesText) printSections(a *app) {
	if len(r.Sections) == 0 {
		return
	}
	a.printf("\nRULES (railpost rules %s SECTION shows a section)\n", r.Title)
	for _, s := range r.Sections {
		a.printf("  %s\n", s.Heading)
	}
}
