package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// layInvitation lays out everything a player should know before they accept.
func layInvitation(w *letter) {
	w.say(w.word(key.Invited, engine.Text("name", w.reader()), engine.Text("title", gameTitle(w)), engine.Text("game", w.Game)))
	w.say(w.word(key.InvitedPlayers, engine.Text("players", w.allCalled(others(w)))))
	terms{w}.about()
	w.say(w.word(key.InvitedAnswer))
	w.answerWith(w.tapped("accept", key.InvitedAccept), w.tapped("decline", key.InvitedDecline))
	w.say(w.other)
	greeting{w}.furtherFacts()
	if w.Invite == nil {
		return
	}
	terms{w}.accepted()
	terms{w}.agreement()
	terms{w}.fairDraws()
}

// layGuest offers somebody a seat of a game that has begun, or reports on the offer.
func layGuest(w *letter) {
	greeting{w}.furtherFacts()
	if w.Invite == nil {
		return
	}
	w.say(w.word(key.InvitedPlayers, engine.Text("players", w.allCalled(others(w)))))
	terms{w}.about()
	w.say(w.word(key.InvitedAnswer))
	words := []choice{w.tapped("accept", key.GuestAccept), w.tapped("decline", key.GuestDecline)}
	if w.Listed {
		words = []choice{words[0], w.tapped("decline", key.GuestDeclineOffer), w.tapped("leave", key.GuestLeave)}
	}
	w.answerWith(words...)
	w.say(w.other)
	if w.Also != nil {
		asked := *w.Letter
		asked.Invite, asked.Blocks, asked.Log = w.Also, nil, nil
		answers(&letter{Letter: &asked, voice: w.voice, document: w.document})
	}
	greeting{w}.gameStatus()
	greeting{w}.whoseTurn()
	terms{w}.agreement()
	sheet{w}.blocks(w.Blocks)
	terms{w}.fairDraws()
}
