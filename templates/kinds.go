package templates

import (
	"railpost/templates/key"
)

// init fills the table of kinds: their common and special parts.
func init() {
	always := func(*letter) bool { return true }
	noPart := func(w *letter) bool { return len(w.Parts) == 0 }
	kinds = map[Kind]Row{
		Invitation: {
			Agrees: true, Draws: true,
			lay: layInvitation, subject: subjectInvitation, howTo: saying(key.HowtoInvitation), inFull: true,
		},
		Start: {
			Tells: true, Carries: true, Shared: true, Begins: true, Draws: true, Shows: true, Whole: true, Ahead: true, Deadline: true,
			lay: layStart, subject: subjectTurn, until: untilWords,
		},
		Handover: {
			Tells: true, Carries: true, Shared: true, Begins: true, Agrees: true, Draws: true, Shows: true, Whole: true, Ahead: true,
			lay: layHandover, subject: subjectTurn, until: untilWords,
		},
		Turn: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Asks: true, Shows: true, Same: true, Ahead: true, Deadline: true,
			lay: layTurn, subject: subjectTurn, until: untilWords, undo: true, votes: true, plans: true,
		},
		Receipt: {
			Carries: true, Shared: true, Ahead: true,
			lay: layReceipt, subject: subjectReceipt, mute: func(w *letter) bool { return w.Enclosed == nil && foot{w}.brieflyHow() },
			part: key.SubjectPartDone, present: true, planned: true, votes: true, plans: true,
		},
		Refusal:  {Offers: true, AsksBack: true, lay: layRefusal, subject: subjectRefusal, until: untilStill, part: key.SubjectPartNot},
		Question: {AsksBack: true, lay: layQuestion, subject: func(w *letter) []string { return one(w.word(key.SubjectQuestion)) }, until: untilStill},
		Preview:  {Offers: true, AsksBack: true, lay: layPreview, subject: subjectPreview},
		News: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Shows: true, Same: true, Ahead: true,
			lay: layNews, subject: subjectNews, howTo: howToNews, planned: true, undo: true, votes: true,
		},
		Reminder: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Asks: true, Shows: true, Ahead: true, Deadline: true,
			lay: layTurn, subject: subjectTurn, until: untilWords, votes: true, plans: true,
		},
		Stale:    {lay: layStale, part: key.SubjectPartNot, present: true, votes: true},
		Answer:   {Carries: true, lay: layAnswer, present: true, votes: true},
		Enclosed: {Encloses: true, Offers: true, lay: layEnclosed, howTo: saying(key.HowtoEnclosed), inFull: true},
		Unproven: {Encloses: true, Offers: true, lay: layUnproven, howTo: howToUnproven, inFull: true},
		Confirm:  {lay: func(w *letter) { greeting{w}.told() }, howTo: saying(key.HowtoConfirm), inFull: true},
		End: {
			Tells: true, Carries: true, Shared: true, Closes: true, Whole: true, Scores: true,
			lay: layEnd, subject: subjectEnd, howTo: saying(key.HowtoOver, key.HowtoLog), inFull: true, over: true,
		},
		Notice: {lay: layNotice, subject: subjectTold, mute: always},
		Late:   {Shared: true, Shows: true, lay: layLate, subject: subjectLate},
		Told:   {lay: layNotice, subject: subjectTold, mute: func(w *letter) bool { return w.Game == "" }},
		Guest: {
			lay: layGuest, subject: subjectTold, howTo: howToGuest, inFull: true,
			mute: func(w *letter) bool { return w.Invite == nil }, over: true,
		},
		Lobby:   {lay: layLobby, subject: subjectTold, mute: always},
		Digest:  {lay: layDigest, subject: subjectSeveral, until: untilFirst, howTo: howToParts, mute: noPart, several: true},
		Answers: {lay: layAnswers, subject: subjectSeveral, howTo: howToParts, mute: noPart, several: true},
		Ended:   {Carries: true, Shared: true, Closes: true, lay: layEnded, howTo: saying(key.HowtoOver), inFull: true, over: true},
	}
}
