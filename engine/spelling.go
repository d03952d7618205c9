package engine

import (
	"railpost/engine/key"
)

// VerbText returns a verb with its values in canonical spelling.
func VerbText(v Verb, args Args) string { return SpellVerb(v, args, Domain.Text) }

// SpellVerb returns a verb with its values, each spelled by spell; a value that spell
// spells as "" is left out.
func SpellVerb(v Verb, args Args, spell func(Domain, Value) string) string {
	var room [64]byte
	return string(appendVerb(room[:0], v, args, nil, spell))
}

// appendVerb is SpellVerb with the domains of the values; nil: they are asked for.
func appendVerb(b []byte, v Verb, args Args, of []Domain, spell func(Domain, Value) string) []byte {
	b = append(b, v.Name...)
	for i := range v.Params {
		if !Has(args, i) {
			continue
		}
		p := &v.Params[i]
		var d Domain
		if of != nil {
			d = of[i]
		} else {
			d = p.In(args[:i])
		}
		if p.Many != Many {
			b = p.append(b, spell(d, args[i]))
			continue
		}
		for _, value := range args[i].([]Value) {
			b = p.append(b, spell(d, value))
		}
	}
	return b
}

// append writes the text of a value with the sign before it; "" is a number that defaults to 1.
func (p *Param) append(b []byte, text string) []byte {
	if text == "" {
		return b
	}
	if p.Lead != "" {
		b = append(append(b, ' '), p.Lead...)
	}
	return append(append(b, ' '), text...)
}

func record(d Domain, v Value) string {
	if r, ok := d.(Recorder); ok {
		return r.Record(v)
	}
	return d.Text(v)
}

// spelling writes the canonical line and checks the punctuation of the given one.
type spelling struct {
	b      []byte
	both   bool      // said is wanted, too
	said   []byte    // the line as lists show it, see Recorder
	opened []bracket // brackets of the canonical line
	depth  int       // bracket depth of the previous answer
	begun  bool
	given  []Token // brackets open in the given line
}

type bracket struct {
	depth int
	sign  string
}

// recorded adds an answer in the spelling of the log.
func (s *spelling) recorded(p Prompt, v Verb, args Args, of []Domain) {
	s.sign(p)
	s.b = appendVerb(s.b, v, args, of, record)
	if s.both {
		s.said = appendVerb(s.said, v, args, of, Domain.Text)
	}
}

func (s *spelling) answer(p Prompt, text string) {
	s.sign(p)
	s.b = append(s.b, text...)
}

// sign writes the punctuation before an answer.
func (s *spelling) sign(p Prompt) {
	for len(s.opened) > 0 && s.opened[len(s.opened)-1].depth > p.Depth {
		s.close()
	}
	switch {
	case !s.begun:
	case p.Sign == " ":
		s.write(" ")
	case p.Depth <= s.depth:
		s.write(", ")
	case p.Sign == "[" || p.Sign == "(":
		s.write(" " + p.Sign)
		s.opened = append(s.opened, bracket{p.Depth, p.Sign})
	case p.Sign == "":
		s.write(", ")
	default:
		s.write(p.Sign + " ")
	}
	s.begun, s.depth = true, p.Depth
}

func (s *spelling) close() {
	last := s.opened[len(s.opened)-1]
	s.opened = s.opened[:len(s.opened)-1]
	if last.sign == "(" {
		s.write(")")
		return
	}
	s.write("]")
}

func (s *spelling) write(sign string) {
	s.b = append(s.b, sign...)
	if s.both {
		s.said = append(s.said, sign...)
	}
}

func (s *spelling) String() string {
	for len(s.opened) > 0 {
		s.close()
	}
	return string(s.b)
}

var closes = map[string]string{"]": "[", ")": "(", "}": "{"}

// signs reads the punctuation of the given line: separators are optional, but brackets must
// come in pairs.
func (s *spelling) signs(t *Tokens) error {
	for !t.Done() {
		tok := t.Peek()
		switch tok.Text {
		case ":", ",", ";":
		case "[", "(", "{":
			s.given = append(s.given, tok)
		case "]", ")", "}":
			if len(s.given) == 0 || s.given[len(s.given)-1].Text != closes[tok.Text] {
				return &Refusal{Kind: NotUnderstood, Column: tok.Column, Length: 1, Why: Msg(key.BracketCloses, Text("sign", tok.Text))}
			}
			s.given = s.given[:len(s.given)-1]
		default:
			return nil
		}
		t.At++
	}
	return nil
}

func (s *spelling) balanced() error {
	if len(s.given) == 0 {
		return nil
	}
	tok := s.given[len(s.given)-1]
	return &Refusal{Kind: NotUnderstood, Column: tok.Column, Length: 1, Why: Msg(key.BracketOpen, Text("sign", tok.Text))}
}

// Text returns the answer as it is listed.
func (a Answer) Text() string { return VerbText(a.Verb, a.Args) }
