package web

import (
	"cmp"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"railpost/docs/rules"
	"railpost/engine"
)

// rules is the rules reference of a title, in the language the path names.
func (p *Pages) rules(w http.ResponseWriter, r *http.Request) {
	title, lang := r.PathValue("title"), cmp.Or(r.PathValue("lang"), rules.English)
	p.answer(w, r, "rules "+title+" "+lang, "", func() ([]byte, error) {
		ref := rules.Of(title, lang)
		if ref == nil || p.Titles(title) == nil || ref.Lang != lang {
			return nil, errNoPage
		}
		leaf, err := p.writer.LeafBlocks(nil, engine.Nobody, nil)
		if err != nil {
			return nil, err
		}
		v := &view{leaf: leaf, name: "rules.html", Lang: ref.Lang, Title: ref.Name, Static: strings.Repeat("../", strings.Count(r.URL.Path, "/")-1) + "static/"}
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
