package admin

import (
	"context"
	"encoding/json"
	"slices"
)

// operation is what an organiser can have done: by a method, over the control socket of the running daemon or on the store
// directly, and by a word, the first of a mail. The command of that name on the command line asks for it; its flags are
// lines below the first in a mail, or words that read as a sentence. A word may call other methods, too.
type operation struct {
	method string // "" for what there is by mail only
	do     func(*Desk, context.Context, json.RawMessage) (any, error)
	log    logged

	makes bool // makes sense before there is a store, see MakesStore

	word string // "" for what there is by method only
	mail byWord
	with string // the word whose help explains it, if it is not its own
	// only is the part of this word that organisers of single games cannot use; "" for none.
	only string
}

// byWord carries out a word of an organiser's mail.
type byWord func(m *byMail, ctx context.Context, args string) error

// logged says whether a request has a line in the log.
type logged int

const (
	always   logged = iota
	never           // a list
	ifSecret        // its facts about no seat are public
)

// operations has all of them, those by mail in the order of help.
var operations []operation

func init() {
	operations = []operation{
		{method: "game.list", do: method((*Desk).looks, lookDesk.listGames), log: never, word: "list", mail: (*byMail).list},
		{method: "game.show", do: method((*Desk).looks, lookDesk.showGame), log: ifSecret, word: "show", mail: ofGame((*byMail).show)},
		{method: "game.log", do: method((*Desk).looks, lookDesk.logGame), log: ifSecret, word: "log", mail: ofGame((*byMail).log)},
		{method: "seats", do: method((*Desk).waiting, waitingDesk.openSeats), word: "seats", mail: (*byMail).seats},
		{method: "game.pause", do: method((*Desk).games, gameDesk.pauseGame), word: "pause", mail: (*byMail).pauses},
		{method: "game.resume", do: method((*Desk).games, gameDesk.resumeGame), word: "resume", mail: (*byMail).pauses, with: "pause"},
		{method: "game.extend", do: method((*Desk).games, gameDesk.extendGame), word: "extend", mail: ofGame((*byMail).extend)},
		{method: "game.set", do: method((*Desk).games, gameDesk.setRules), word: "set", mail: ofGame((*byMail).set)},
		{method: "game.act", do: method((*Desk).games, gameDesk.actFor), word: "act", mail: ofGame((*byMail).act)},
		{method: "game.undo", do: method((*Desk).games, gameDesk.undoGame), word: "undo", mail: ofGame((*byMail).undo)},
		{method: "announce", do: method((*Desk).announcing, announceDesk.announce), word: "announce", mail: (*byMail).announce},
		{method: "player.replace", do: method((*Desk).players, playerDesk.replacePlayer), word: "replace", mail: ofGame((*byMail).replace)},
		{method: "player.offer", do: method((*Desk).waiting, waitingDesk.offerSeat), word: "offer", mail: ofGame((*byMail).offer)},
		{method: "player.address", do: method((*Desk).players, playerDesk.moveAddress), word: "address", mail: (*byMail).address},
		{method: "waiting.list", do: method((*Desk).waiting, waitingDesk.listWaiting), log: never, word: "waiting", mail: (*byMail).waiting, only: "look after the waiting list"},
		{method: "player.renew", do: method((*Desk).players, playerDesk.renewPlayer), word: "renew", mail: (*byMail).renew},
		{method: "game.end", do: method((*Desk).games, gameDesk.endGame), word: "end", mail: ofGame((*byMail).simply)},
		{method: "game.archive", do: method((*Desk).games, gameDesk.archiveGame), word: "archive", mail: ofGame((*byMail).simply), with: "end"},
		{method: "game.create", do: method((*Desk).creation, createDesk.createGame), makes: true, word: "create", mail: (*byMail).create, only: "create games"},
		{word: "help", mail: (*byMail).help, with: "preview"},

		{method: "game.export", do: method((*Desk).looks, lookDesk.exportGame)},
		{method: "game.import", do: method((*Desk).creation, createDesk.importGame), makes: true},
		{method: "game.verify", do: method((*Desk).looks, lookDesk.verifyGame), log: never},
		{method: "game.pause-all", do: method((*Desk).games, gameDesk.pauseAll)},
		{method: "game.resume-all", do: method((*Desk).games, gameDesk.resumeAll)},
		{method: "hook.add", do: method((*Desk).hooks, hookDesk.addHook)},
		{method: "hook.list", do: method((*Desk).hooks, hookDesk.listHooks), log: never},
		{method: "hook.remove", do: method((*Desk).hooks, hookDesk.removeHook)},
		{method: "hook.test", do: method((*Desk).hooks, hookDesk.testHook)},
		{method: "player.set", do: method((*Desk).players, playerDesk.setPlayer)},
		{method: "stats", do: method((*Desk).looks, lookDesk.stats), log: never},
		{method: "upgrade.ask", do: method((*Desk).upkeep, upkeepDesk.upgrade)},
		{method: "player.token", do: method((*Desk).players, playerDesk.tokenOf)},
		{method: "organiser.renew", do: method((*Desk).players, playerDesk.renewOrganiser)},
		{method: "web.link", do: method((*Desk).web, webDesk.webLink)},
		{method: "web.renew", do: method((*Desk).web, webDesk.renewLink)},
		{method: "render", do: method((*Desk).drawing, drawDesk.renderFor)},
		{method: "render.picture", do: method((*Desk).drawing, drawDesk.drawGame), log: ifSecret},
		{method: "render.movie", do: method((*Desk).drawing, drawDesk.drawMovie), log: ifSecret},
		{method: "mail.queue", do: method((*Desk).mail, mailDesk.listQueue), log: never},
		{method: "mail.show", do: method((*Desk).mail, mailDesk.showMail)},
		{method: "mail.retry", do: method((*Desk).mail, mailDesk.retryMail)},
		{method: "mail.drop", do: method((*Desk).mail, mailDesk.dropMail)},
		{method: "mail.replay", do: method((*Desk).mail, mailDesk.replayMail)},
		{method: "backup", do: method((*Desk).upkeep, upkeepDesk.backup)},
		{method: "backup.made", do: method((*Desk).upkeep, upkeepDesk.backupMade)},
		{method: "clock.show", do: method((*Desk).upkeep, upkeepDesk.showClock), log: never},
		{method: "clock.set", do: method((*Desk).upkeep, upkeepDesk.setClock)},
		{method: "clock.undo", do: method((*Desk).upkeep, upkeepDesk.undoMove)},
		{method: "player.erase", do: method((*Desk).players, playerDesk.erasePlayer)},
		{method: "waiting.add", do: method((*Desk).waiting, waitingDesk.addWaiting)},
		{method: "waiting.remove", do: method((*Desk).waiting, waitingDesk.removeWaiting)},
		{method: "lobby.list", do: method((*Desk).waiting, waitingDesk.listLobby), log: never},
		{method: "lobby.close", do: method((*Desk).waiting, waitingDesk.closeOpening)},
		{method: "lobby.allow", do: method((*Desk).waiting, waitingDesk.allowRequests)},
	}
}

// Methods returns the names of all methods.
func Methods() (names []string) {
	for _, o := range operations {
		if o.method != "" {
			names = append(names, o.method)
		}
	}
	return names
}

// MakesStore reports whether a method makes sense before there is a store. For embedded mail one is made then; any other
// store is created on purpose.
func MakesStore(name string) bool {
	o := operationOf(func(o operation) bool { return o.method == name })
	return o != nil && o.makes
}

// operationOf returns the first operation for which is holds, nil for none.
func operationOf(is func(operation) bool) *operation {
	if i := slices.IndexFunc(operations, is); i >= 0 {
		return &operations[i]
	}
	return nil
}
