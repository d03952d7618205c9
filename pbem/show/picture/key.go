package picture

import "railpost/engine/board"

// nameKey says below a map which player has which token, if Board.Call has said so.
type nameKey struct {
	owner *board.Owner
	at    vec // the middle of the token
	size  float64
}

// keyText is the size of a name in the key, in pixels.
const keyText = 14

// layNames lays the key out in lines; players' names on mats need none.
func (s *sketch) layNames() {
	if s.b.Mats != nil || !s.whole {
		return
	}
	var wide []float64
	for i := range s.b.Owners {
		if o := &s.b.Owners[i]; o.Player != "" {
			size := fitted(o.Player, keyText, s.w-2*margin-3*keyText, false)
			s.names = append(s.names, nameKey{o, vec{}, size})
			wide = append(wide, plain.width(o.Player)*size+2*keyText)
		}
	}
	f := newFlow(margin, s.h, s.w-2*margin, keyText*1.7, keyText*0.5, wide)
	for i, at := range f.at {
		s.names[i].at = at.add(vec{keyText * 0.8, 0})
	}
	if s.names != nil {
		s.h += f.high + margin
	}
}

func (k *nameKey) draw(p *pen) {
	token(p, k.at, keyText*0.75, k.owner)
	p.text(k.at.add(vec{keyText, 0}), k.size, 0, false, ink, k.owner.Player)
}
