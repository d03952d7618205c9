package templates

import "railpost/templates/key"

// init fills the table of kinds: what is particular to a kind stands here alone.
func init() {
	always := func(*letter) bool { return true }
	noPart := func(w *letter) bool { return len(w.Parts) == 0 }
	kinds = map[Kind]Row{
		Invitation: {
			Agrees: true, Draws: true,
			lay: (*letter).invitation, subject: subjectInvitation, howTo: saying(key.HowtoInvitation), inFull: true,
		},
		Start: {
			Tells: true, Carries: true, Shared: true, Begins: true, Draws: true, Shows: true, Whole: true, Ahead: true, Deadline: true,
			lay: (*letter).start, subject: subjectTurn,
		},
		Handover: {
			Tells: true, Carries: true, Shared: true, Begins: true, Agrees: true, Draws: true, Shows: true, Whole: true, Ahead: true,
			lay: (*letter).handover, subject: subjectTurn,
		},
		Turn: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Asks: true, Shows: true, Same: true, Ahead: true, Deadline: true,
			lay: (*letter).yourTurn, subject: subjectTurn, undo: true, votes: true, plans: true,
		},
		Receipt: {
			Carries: true, Shared: true, Ahead: true,
			lay: (*letter).receipt, subject: subjectReceipt, mute: func(w *letter) bool { return w.Enclosed == nil && w.brieflyHow() },
			part: key.SubjectPartDone, present: true, planned: true, votes: true, plans: true,
		},
		Refusal:  {Offers: true, AsksBack: true, lay: (*letter).refusal, subject: subjectRefusal, part: key.SubjectPartNot},
		Question: {AsksBack: true, lay: (*letter).question, subject: subjectQuestion},
		Preview:  {Offers: true, AsksBack: true, lay: (*letter).preview, subject: subjectPreview},
		News: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Shows: true, Same: true, Ahead: true,
			lay: (*letter).news, subject: subjectNews, howTo: howToNews, planned: true, undo: true, votes: true,
		},
		Reminder: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Asks: true, Shows: true, Ahead: true, Deadline: true,
			lay: (*letter).yourTurn, subject: subjectTurn, votes: true, plans: true,
		},
		Stale:    {lay: (*letter).stale, part: key.SubjectPartNot, present: true, votes: true},
		Answer:   {Carries: true, lay: answer, present: true, votes: true},
		Enclosed: {Encloses: true, Offers: true, lay: (*letter).enclosedOrders, howTo: saying(key.HowtoEnclosed), inFull: true},
		Unproven: {Encloses: true, Offers: true, lay: (*letter).unproven, howTo: howToUnproven, inFull: true},
		Confirm:  {lay: (*letter).told, howTo: saying(key.HowtoConfirm), inFull: true},
		End: {
			Tells: true, Carries: true, Shared: true, Closes: true, Whole: true, Scores: true,
			lay: end, subject: subjectEnd, howTo: saying(key.HowtoOver, key.HowtoLog), inFull: true, over: true,
		},
		Notice: {lay: notice, subject: subjectNotice, mute: always},
		Late:   {Shared: true, Shows: true, lay: (*letter).late, subject: subjectLate},
		Told:   {lay: notice, subject: subjectTold, mute: func(w *letter) bool { return w.Game == "" }},
		Guest: {
			lay: (*letter).guest, subject: subjectTold, howTo: howToGuest, inFull: true,
			mute: func(w *letter) bool { return w.Invite == nil }, over: true,
		},
		Lobby:   {lay: lobby, subject: subjectTold, mute: always},
		Digest:  {lay: (*letter).digest, subject: subjectSeveral, howTo: howToParts, mute: noPart, several: true},
		Answers: {lay: (*letter).several, subject: subjectSeveral, howTo: howToParts, mute: noPart, several: true},
		Ended:   {Carries: true, Shared: true, Closes: true, lay: called, howTo: saying(key.HowtoOver), inFull: true, over: true},
	}
}
