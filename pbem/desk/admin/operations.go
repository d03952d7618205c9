package admin

import (
	"context"
	"encoding/json"
	"slices"
)

// operation is what an organiser can have done: by a method, over the control socket of the running daemon or on the store
// directly, and by a word, the first of a mail. The command of that name on the command line does the same; its flags are
// lines below the first in a mail, or words that read as a sentence. A word may call other methods, too.
type operation struct {
	method string // "" for what there is by mail only
	do     func(*Desk, context.Context, json.RawMessage) (any, error)
	log    logged

	word string // "" for what there is by method only
	mail func(m *byMail, args string) error
	with string // the word whose help explains it, if it is not its own
}

// logged says whether a request has a line in the log.
type logged int

const (
	always   logged = iota
	never           // a list
	ifSecret        // everybody may see what it shows of no seat
)

// operations has all of them, those by mail in the order of help.
var operations []operation

func init() {
	operations = []operation{
		{method: "game.list", do: method((*Desk).listGames), log: never, word: "list", mail: (*byMail).list},
		{method: "game.show", do: method((*Desk).showGame), log: ifSecret, word: "show", mail: ofGame((*byMail).show)},
		{method: "game.log", do: method((*Desk).logGame), log: ifSecret, word: "log", mail: ofGame((*byMail).log)},
		{method: "seats", do: method((*Desk).openSeats), word: "seats", mail: (*byMail).seats},
		{method: "game.pause", do: method((*Desk).pauseGame), word: "pause", mail: pauses("game.pause")},
		{method: "game.resume", do: method((*Desk).resumeGame), word: "resume", mail: pauses("game.resume"), with: "pause"},
		{method: "game.extend", do: method((*Desk).extendGame), word: "extend", mail: ofGame((*byMail).extend)},
		{method: "game.set", do: method((*Desk).setRules), word: "set", mail: ofGame((*byMail).set)},
		{method: "game.act", do: method((*Desk).actFor), word: "act", mail: ofGame((*byMail).act)},
		{method: "game.undo", do: method((*Desk).undoGame), word: "undo", mail: ofGame((*byMail).undo)},
		{method: "announce", do: method((*Desk).announce), word: "announce", mail: (*byMail).announce},
		{method: "player.replace", do: method((*Desk).replacePlayer), word: "replace", mail: ofGame((*byMail).replace)},
		{method: "player.offer", do: method((*Desk).offerSeat), word: "offer", mail: ofGame((*byMail).offer)},
		{method: "player.address", do: method((*Desk).moveAddress), word: "address", mail: (*byMail).address},
		{method: "waiting.list", do: method((*Desk).listWaiting), log: never, word: "waiting", mail: (*byMail).waiting},
		{method: "player.renew", do: method((*Desk).renewPlayer), word: "renew", mail: (*byMail).renew},
		{method: "game.end", do: method((*Desk).endGame), word: "end", mail: simply("game.end")},
		{method: "game.archive", do: method((*Desk).archiveGame), word: "archive", mail: simply("game.archive"), with: "end"},
		{method: "game.create", do: method((*Desk).createGame), word: "create", mail: (*byMail).create},
		{word: "help", mail: (*byMail).help, with: "preview"},

		{method: "game.export", do: method((*Desk).exportGame)},
		{method: "game.import", do: method((*Desk).importGame)},
		{method: "game.verify", do: method((*Desk).verifyGame), log: never},
		{method: "game.pause-all", do: method((*Desk).pauseAll)},
		{method: "game.resume-all", do: method((*Desk).resumeAll)},
		{method: "hook.add", do: method((*Desk).addHook)},
		{method: "hook.list", do: method((*Desk).listHooks), log: never},
		{method: "hook.remove", do: method((*Desk).removeHook)},
		{method: "hook.test", do: method((*Desk).testHook)},
		{method: "player.set", do: method((*Desk).setPlayer)},
		{method: "stats", do: method((*Desk).stats), log: never},
		{method: "upgrade", do: method((*Desk).upgrade)},
		{method: "player.token", do: method((*Desk).tokenOf)},
		{method: "organiser.renew", do: method((*Desk).renewOrganiser)},
		{method: "web.link", do: method((*Desk).webLink)},
		{method: "render", do: method((*Desk).renderFor)},
		{method: "render.picture", do: method((*Desk).drawGame), log: ifSecret},
		{method: "render.movie", do: method((*Desk).drawMovie), log: ifSecret},
		{method: "mail.queue", do: method((*Desk).listQueue), log: never},
		{method: "mail.show", do: method((*Desk).showMail)},
		{method: "mail.retry", do: method((*Desk).retryMail)},
		{method: "mail.drop", do: method((*Desk).dropMail)},
		{method: "mail.replay", do: method((*Desk).replayMail)},
		{method: "backup", do: method((*Desk).backup)},
		{method: "backup.made", do: method((*Desk).backupMade)},
		{method: "clock.show", do: method((*Desk).showClock), log: never},
		{method: "clock.set", do: method((*Desk).setClock)},
		{method: "clock.undo", do: method((*Desk).undoMove)},
		{method: "player.erase", do: method((*Desk).erasePlayer)},
		{method: "waiting.add", do: method((*Desk).addWaiting)},
		{method: "waiting.remove", do: method((*Desk).removeWaiting)},
		{method: "lobby.list", do: method((*Desk).listLobby), log: never},
		{method: "lobby.close", do: method((*Desk).closeOpening)},
		{method: "lobby.allow", do: method((*Desk).allowRequests)},
	}
}

// operationOf returns the first operation of which something is true, nil for none.
func operationOf(is func(operation) bool) *operation {
	if i := slices.IndexFunc(operations, is); i >= 0 {
		return &operations[i]
	}
	return nil
}
