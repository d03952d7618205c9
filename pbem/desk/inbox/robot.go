package inbox

import (
	"fmt"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/pbem/mail/imapbox"
)

// OfRobot returns the mail of a robot's answer for a seat as of the last record of a game. It is read like any
// other; its seat needs no token.
func (ib *Inbox) OfRobot(g *games.Game, s engine.Seat, lines []string) *Mail {
	id := fmt.Sprintf("%s.%d.%d.%d", g.Name, g.Head.Seq, s, g.Table.Epoch)
	raw := "From: robot@railpost.invalid\r\nMessage-ID: <" + id + "@railpost.invalid>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Join(lines, "\r\n") + "\r\n"
	r := Receive(imapbox.Mail{Raw: []byte(raw), Size: int64(len(raw))})
	ib.decode(r)
	return &Mail{raw: r.raw, RawID: r.id, Key: r.key, Content: r.content, Message: r.message, Fault: r.fault,
		Proof: Proven, Game: g, Seat: s, Step: g.Head.Seq, Robot: true, left: mailTime}
}
