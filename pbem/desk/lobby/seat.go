package lobby

import (
	"context"
	"slices"
	"strings"

	"railpost/pbem/config"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/verdict"
	"railpost/templates/parlance"
)

// FromSeat answers a player who writes to the lobby in answer to a letter of a game, whose
// token proves them as well as the personal address does; nil for any other mail. Where the
// game has ended, "rematch" is about that game.
func (l *Lobby) FromSeat(ctx context.Context, in *inbox.Mail) *journal.Change {
	if !l.Concerns(in) {
		return nil
	}
	c := l.NewChange(nil)
	v := &visit{lobby: l, c: c, in: in}
	said := words.New(l.Desk.Templates, in.Game.Table.LangOf(in.Seat), in.Seat)
	lines := in.Message.Typed(l.Desk.Letters.Answered(ctx, in.Game, in.Seat, in.Step, in.Message.InReplyTo).Quoted(said))
	switch {
	case in.Game.Table.Ended() && slices.ContainsFunc(lines, func(line string) bool { return words.First(v.english(ctx, line)) == "rematch" }):
		lines = []string{"rematch " + in.Game.Table.Name()}
	case !v.onlyLobbyLines(ctx, lines):
		return nil
	}
	player := in.Game.Table.Players[in.Seat]
	v.p = profiles.Visitor(ctx, c, player.Address(), l.validName(player.Name))
	v.from = v.p.Address()
	if c.CountToday(ctx, "lobby/"+v.from) > mailsADay {
		return c.Judged(verdict.Ignored, verdict.WithoutEffect)
	}
	return v.answer(ctx, lines)
}

// Concerns reports whether FromSeat may answer a mail from a seat.
func (l *Lobby) Concerns(in *inbox.Mail) bool {
	if in.Sitter != nil || l.Config.Lobby.Open == config.OpenNobody {
		return false
	}
	first := firstWord(l.Desk.Templates.Book(in.Game.Table.LangOf(in.Seat), ""), in.Message.Lines)
	return in.Game.Table.Ended() || slices.ContainsFunc(all, func(w word) bool { return w.beside && w.name == first })
}

// onlyLobbyLines reports whether all lines are meant for the lobby: a mail that may have orders
// is the game's.
func (v *visit) onlyLobbyLines(ctx context.Context, lines []string) bool {
	return len(lines) > 0 && !slices.ContainsFunc(lines, func(line string) bool {
		line, _, _ = strings.Cut(line, "#")
		line = v.english(ctx, line)
		w := wordOf(line)
		if w == nil || !w.beside {
			return true
		}
		_, is := w.bare(ctx, v, rest(line))
		return is == talk
	})
}

func firstWord(book *parlance.Book, lines []string) string {
	for _, line := range lines {
		if word := words.First(book.ReadService(line).English); word != "" {
			return word
		}
	}
	return ""
}
