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
	x, y := float64(margin), s.h+keyText*0.8
	for i := range s.b.Owners {
		o := &s.b.Owners[i]
		if o.Player == "" {
			continue
		}
		size := fitted(o.Player, keyText, s.w-2*margin-3*keyText, false)
		wide := plain.width(o.Player)*size + 2.5*keyText
		if x > margin && x+wide > s.w-margin {
			x, y = margin, y+keyText*1.7
		}
		s.names = append(s.names, nameKey{o, vec{x + keyText*0.8, y}, size})
		x += wide
	}
	if s.names != nil {
		s.h = y + keyText*0.8 + margin
	}
}

func (k *nameKey) draw(p *pen) {
	token(p, k.at, keyText*0.75, k.owner)
	p.text(k.at.add(vec{keyText, 0}), k.size, 0, false, ink, k.owner.Player)
}
