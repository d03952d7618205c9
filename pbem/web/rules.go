package web

import (
	"html/template"
	"net/http"
	"strconv"

	"railpost/docs/rules"
	"railpost/engine"
)

// rules is the rules reference of a title.
func (p *Pages) rules(w http.ResponseWriter, r *http.Request) {
	title := r.PathValue("title")
	p.answer(w, r, "rules "+title, "", func() ([]byte, error) {
		ref := rules.Of(title)
		if ref == nil || p.Titles(title) == nil {
			return nil, errNoPage
		}
		leaf, err := p.writer.LeafBlocks(nil, engine.Nobody, nil)
		if err != nil {
			return nil, err
		}
		v := &view{leaf: leaf, name: "rules.html", Lang: leaf.Lang, Title: ref.Name, Static: "../static/"}
		for i, s := range ref.Sections {
			text, err := p.writer.LeafBlocks(nil, engine.Nobody, s.Blocks())
			if err != nil {
				return nil, err
			}
			v.Sections = append(v.Sections, section{ID: "s" + strconv.Itoa(i), Head: s.Heading, Text: markup(text)})
		}
		return v.html()
	})
}

// section is a part of the rules.
type section struct {
	ID, Head string
	Text     template.HTML
}
