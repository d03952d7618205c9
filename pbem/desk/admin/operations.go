package admin

import (
	"context"
	"encoding/json"
	"slices"

	"railpost/engine"
)

// operation is what an organiser can have done: by a method, over the control socket of the running daemon or on the
// store directly, and by a word, the first of a mail. The command of that name on the command line asks for it; its flags
// are lines below the first in a mail, or words that read as a sentence. A word may call other methods, too.
type operation struct {
	method string // "" for what there is by mail only
	do     handler
	log    logged

	makes bool // makes sense before there is a store, see MakesStore
	reads bool // reads tables of all games and nothing else, see OnlyReads

	word string // "" for what there is by method only
	mail byWord
	with string // the word whose help explains it, if it is not its own
	// only is the part of this word that organisers of single games cannot use; "" for none.
	only string
}

// handler carries out a method.
type handler func(*Desk, context.Context, json.RawMessage) (any, error)

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
		{method: "game.list", do: method(lookDesk.listGames), reads: true, log: never, word: "list", mail: (*byMail).list},
		{method: "game.show", do: method(lookDesk.showGame), log: ifSecret, word: "show", mail: ofGame((*byMail).show)},
		{method: "game.log", do: method(lookDesk.logGame), log: ifSecret, word: "log", mail: ofGame((*byMail).log)},
		{method: "seats", do: method(waitingDesk.openSeats), reads: true, word: "seats", mail: (*byMail).seats},
		{method: "game.pause", do: method(gameDesk.pauseGame), word: "pause", mail: (*byMail).pauses},
		{method: "game.resume", do: method(gameDesk.resumeGame), word: "resume", mail: (*byMail).pauses, with: "pause"},
		{method: "game.extend", do: method(gameDesk.extendGame), word: "extend", mail: ofGame((*byMail).extend)},
		{method: "game.set", do: method(gameDesk.setRules), word: "set", mail: ofGame((*byMail).set)},
		{method: "game.act", do: method(gameDesk.actFor), word: "act", mail: ofGame((*byMail).act)},
		{method: "game.undo", do: method(gameDesk.undoGame), word: "undo", mail: ofGame((*byMail).undo)},
		{method: "announce", do: method(announceDesk.announce), word: "announce", mail: (*byMail).announce},
		{method: "player.replace", do: method(playerDesk.replacePlayer), word: "replace", mail: ofGame((*byMail).replace)},
		{method: "player.offer", do: method(waitingDesk.offerSeat), word: "offer", mail: ofGame((*byMail).offer)},
		{method: "player.address", do: method(playerDesk.moveAddress), word: "address", mail: (*byMail).address},
		{method: "waiting.list", do: method(waitingDesk.listWaiting), log: never, word: "waiting", mail: (*byMail).waiting,
			only: "look after the waiting list"},
		{method: "player.renew", do: method(playerDesk.renewPlayer), word: "renew", mail: (*byMail).renew},
		{method: "game.end", do: method(gameDesk.endGame), word: "end", mail: ofGame((*byMail).simply)},
		{method: "game.archive", do: method(gameDesk.archiveGame), word: "archive", mail: ofGame((*byMail).simply),
			with: "end"},
		{method: "game.create", do: method(createDesk.createGame), makes: true, word: "create", mail: (*byMail).create,
			only: "create games"},
		{word: "help", mail: (*byMail).help, with: "preview"},

		{method: "game.export", do: method(lookDesk.exportGame)},
		{method: "game.import", do: method(createDesk.importGame), makes: true},
		{method: "game.verify", do: method(lookDesk.verifyGame), log: never},
		{method: "game.pause-all", do: method(gameDesk.pauseAll)},
		{method: "game.resume-all", do: method(gameDesk.resumeAll)},
		{method: "hook.add", do: method(hookDesk.addHook)},
		{method: "hook.list", do: method(hookDesk.listHooks), log: never},
		{method: "hook.remove", do: method(hookDesk.removeHook)},
		{method: "hook.test", do: method(hookDesk.testHook)},
		{method: "player.set", do: method(playerDesk.setPlayer)},
		{method: "stats", do: method(lookDesk.stats), reads: true, log: never},
		{method: "upgrade.ask", do: method(upkeepDesk.upgrade)},
		{method: "player.token", do: method(playerDesk.tokenOf)},
		{method: "organiser.renew", do: method(playerDesk.renewOrganiser)},
		{method: "web.link", do: method(webDesk.webLink)},
		{method: "web.renew", do: method(webDesk.renewLink)},
		{method: "render", do: method(drawDesk.renderFor)},
		{method: "render.picture", do: method(drawDesk.drawGame), log: ifSecret},
		{method: "render.movie", do: method(drawDesk.drawMovie), log: ifSecret},
		{method: "mail.queue", do: method(mailDesk.listQueue), log: never},
		{method: "mail.show", do: method(mailDesk.showMail)},
		{method: "mail.retry", do: method(mailDesk.retryMail)},
		{method: "mail.drop", do: method(mailDesk.dropMail)},
		{method: "mail.replay", do: method(mailDesk.replayMail)},
		{method: "backup", do: method(upkeepDesk.backup)},
		{method: "backup.made", do: method(upkeepDesk.backupMade)},
		{method: "clock.show", do: method(upkeepDesk.showClock), log: never},
		{method: "clock.set", do: method(upkeepDesk.setClock)},
		{method: "clock.undo", do: method(upkeepDesk.undoMove)},
		{method: "player.erase", do: method(playerDesk.erasePlayer)},
		{method: "waiting.add", do: method(waitingDesk.addWaiting)},
		{method: "waiting.remove", do: method(waitingDesk.removeWaiting)},
		{method: "lobby.list", do: method(waitingDesk.listLobby), log: never},
		{method: "lobby.close", do: method(waitingDesk.closeOpening)},
		{method: "lobby.allow", do: method(waitingDesk.allowRequests)},
	}
}

// organisersWords are the words with which organisers' mails can begin.
func organisersWords() []string {
	return engine.Each(operations, func(o operation) string { return o.word })
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

// MakesStore reports whether a method makes sense before there is a store. For embedded mail one is made then; any
// other store is created on purpose.
func MakesStore(name string) bool {
	o := operationOf(func(o operation) bool { return o.method == name })
	return o != nil && o.makes
}

// OnlyReads reports whether a method reads the tables of all games and nothing but the store, so that mails need not
// wait for it.
func OnlyReads(name string) bool {
	o := operationOf(func(o operation) bool { return o.method == name })
	return o != nil && o.reads
}

// operationOf returns the first operation for which is holds, nil for none.
func operationOf(is func(operation) bool) *operation {
	if i := slices.IndexFunc(operations, is); i >= 0 {
		return &operations[i]
	}
	return nil
}
