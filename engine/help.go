package engine

import "strings"

// Usage is how a verb is written, derived from its parameters.
type Usage struct {
	Verb   string
	Form   string   // "place SPACE [with PIECES]"
	Gloss  string   // message key
	Params []string // their names, for the message keys "engine.param.NAME"
}

// Help lists the verbs that can answer what is asked of a seat now; those whose
// name begins with word, or all.
func Help(p Position, seat Seat, word string) []Usage {
	var out []Usage
	seen := map[string]bool{}
	for _, prompt := range p.Prompts(seat) {
		for _, v := range prompt.Verbs {
			u := usage(v)
			if v.Not != nil || seen[u.Form] || !strings.HasPrefix(squeeze(v.Name), squeeze(word)) {
				continue
			}
			seen[u.Form] = true
			out = append(out, u)
		}
	}
	return out
}

func usage(v Verb) Usage {
	u := Usage{Verb: v.Name, Gloss: v.Gloss}
	parts := []string{v.Name}
	for _, p := range v.Params {
		u.Params = append(u.Params, p.Name)
		text := strings.ToUpper(p.Name)
		if p.Lead != "" {
			text = p.Lead + " " + text
		}
		switch p.Many {
		case Optional:
			text = "[" + text + "]"
		case Many:
			text = "[" + text + " ...]"
		}
		parts = append(parts, text)
	}
	u.Form = strings.Join(parts, " ")
	return u
}
