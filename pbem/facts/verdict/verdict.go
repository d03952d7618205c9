// Package verdict names the possible results of a mail.
package verdict

// Act is the service's action for a mail.
type Act string

const (
	Played      Act = "played"
	Previewed   Act = "previewed"
	Answered    Act = "answered"
	Refused     Act = "refused"
	Ignored     Act = "ignored"
	Quarantined Act = "quarantined"
)

// Why is the reason for an act, or the kind of mail; "" where the act says it all.
type Why string

const (
	None Why = ""

	Settings      Why = "settings"  // the mail only changed settings
	Organiser     Why = "organiser" // it has an organiser's command
	Question      Why = "question"
	NoOrders      Why = "no orders"
	Unsubscribed  Why = "unsubscribed"
	Stale         Why = "stale" // it answers a question that is settled
	Repeated      Why = "repeated"
	WithoutEffect Why = "too many without effect"

	Undecodable Why = "cannot be decoded"
	LongLine    Why = "line too long"
	ManyLines   Why = "too many lines"
	UnreadLines Why = "unread lines"
	LikeOrders  Why = "orders like talk"
	Numbers     Why = "numbers" // numbers that belong to no choice

	NoToken      Why = "no token"
	WrongToken   Why = "wrong token"
	Stranger     Why = "stranger"
	OtherAddress Why = "other address"
	NotAuthentic Why = "not authentic"

	Away   Why = "away"
	Bounce Why = "bounce"

	Fault      Why = "fault"
	SameID     Why = "same Message-ID"
	Unreadable Why = "unreadable"
	TooSlow    Why = "too slow"
)

// Unplayed reports whether a message with an answer was perhaps meant to play something: it had no orders that were
// read, or a question about them came back.
func (w Why) Unplayed() bool { return w == NoOrders || w == Question }

// OfWords returns the reason for answering a message that has used these words of the service: the first
// that is no setting.
func OfWords(used ...string) Why {
	why := NoOrders
	for _, word := range used {
		switch word {
		case "":
		case "set", "tutor", "ignore":
			why = Settings
		default:
			return Why(word)
		}
	}
	return why
}

// Verdict is the result of a mail.
type Verdict struct {
	Act Act
	Why Why
}

// String is the verdict as logs and lists show it: "played", "ignored: bounce".
func (v Verdict) String() string {
	if v.Why == None {
		return string(v.Act)
	}
	return string(v.Act) + ": " + string(v.Why)
}
