// Package table is the document that the service keeps of each game beside its log: who
// sits where and how to reach them, what the table agreed on, whom the game waits for and
// since when. It does no I/O.
package table

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/engine/robot"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/plan"
	"railpost/templates"
)

// State is the stage of a game's life.
type State string

const (
	Inviting State = "inviting" // until every seat has accepted
	Running  State = "running"
	Paused   State = "paused" // orders are refused, clocks are stopped
	Over     State = "over"   // played to its end
	Closed   State = "closed" // declined, or ended by the organiser
)

// Name returns the name under which the game was played: its draws, its answer addresses
// and its thread of letters follow from it. Game is the name under which it is kept.
func (t *Table) Name() string { return cmp.Or(t.Played, t.Game) }

// Archived reports whether another game may have the name.
func (t *Table) Archived() bool { return t.Played != "" }

// Ended reports whether nothing more is played.
func (t *Table) Ended() bool { return t.State == Over || t.State == Closed }

// Letters says which letters a player wants besides answers to their own mails.
type Letters string

const (
	Turns  Letters = "turns"  // only when they must act
	Rounds Letters = "rounds" // these, and news when a round has ended
	Moves  Letters = "moves"  // these, and news of every move
	Off    Letters = "off"    // only the start and the end
)

// View is the form in which a player reads letters.
type View string

const (
	HTML   View = ""       // with tables and drawings, as text and as HTML
	Text   View = "text"   // the same as text only
	Spoken View = "spoken" // in sentences and lists, for listening
)

// Pictures says which pictures of the board letters have.
type Pictures string

const (
	Part  Pictures = "" // the part of the board where something has changed
	Whole Pictures = "all"
	None  Pictures = "off"
)

// AllPictures lists the choices.
func AllPictures() []Pictures { return []Pictures{None, Part, Whole} }

// ReadPictures reads a choice; false: unknown.
func ReadPictures(word string) (Pictures, bool) {
	i := slices.IndexFunc(AllPictures(), func(p Pictures) bool { return p.Word() == strings.ToLower(word) })
	return AllPictures()[max(i, 0)], i >= 0
}

// Word returns the player's word for it.
func (p Pictures) Word() string { return cmp.Or(string(p), "board") }

// Form is how letters look to their reader.
type Form struct {
	View     View     `json:"view,omitempty"`
	NoTap    bool     `json:"no_tap,omitempty"`   // without links that open answers
	Pictures Pictures `json:"pictures,omitempty"` // in the HTML part
}

// AllViews lists the choices.
func AllViews() []View { return []View{HTML, Text, Spoken} }

// ReadView reads a choice; false: unknown.
func ReadView(word string) (View, bool) {
	i := slices.IndexFunc(AllViews(), func(v View) bool { return v.Word() == strings.ToLower(word) })
	return AllViews()[max(i, 0)], i >= 0
}

// ReadSwitch reads "on" or "off"; false: neither.
func ReadSwitch(word string) (on, ok bool) {
	word = strings.ToLower(word)
	return word == "on", word == "on" || word == "off"
}

// Word returns the player's word for it.
func (v View) Word() string { return cmp.Or(string(v), "html") }

// AllLetters lists the choices, as they are offered.
func AllLetters() []Letters { return []Letters{Turns, Rounds, Moves, Off} }

// ReadLetters reads a choice as players write it; "" if unknown.
func ReadLetters(s string) Letters {
	switch l := Letters(strings.ToLower(s)); l {
	case "mine":
		return Turns
	case "all":
		return Moves
	default:
		if slices.Contains(AllLetters(), l) {
			return l
		}
		return ""
	}
}

// Talk is when a player reads messages of others.
type Talk string

const (
	TalkNow   Talk = "now"   // a letter each time
	TalkLater Talk = "later" // with the next letter
)

// AllTalk lists the choices.
func AllTalk() []Talk { return []Talk{TalkNow, TalkLater} }

// TalkNow reports whether a player gets a letter at once when somebody says something.
func (p Player) TalkNow() bool {
	if p.Talk == "" {
		return p.Letters == Rounds || p.Letters == Moves
	}
	return p.Talk == TalkNow
}

// Ignores reports whether the player of a seat reads nothing that another says.
func (t *Table) Ignores(s, of engine.Seat) bool {
	return s >= 0 && int(s) < len(t.Players) && slices.Contains(t.Players[s].Ignores, of)
}

// Whispered is a message from one player to another.
type Whispered struct {
	From engine.Seat    `json:"from"`
	Says engine.Message `json:"says"`
}

// Previewed is the content of a preview, which its code plays exactly.
type Previewed struct {
	Code   string   `json:"code"`
	Lines  []string `json:"lines"`
	Record uint64   `json:"record"` // the last one then
	Shown  int      `json:"shown"`  // number of Lines whose effect it showed
	Sum    string   `json:"sum"`    // digest of the effects shown
}

// Note is what a player has written for themselves.
type Note struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// Table is the game document.
type Table struct {
	Game          string        `json:"game"`
	Played        string        `json:"played,omitempty"` // the name it was played under, if it is archived under another
	Thread        string        `json:"thread,omitempty"` // what its letters refer to, if an earlier game had its name
	Title         string        `json:"title"`
	Setup         engine.Setup  `json:"setup"`             // the current one; Switches has earlier ones
	Seed          []byte        `json:"seed"`              // secret until the end; mixed with Service when the game begins
	Service       []byte        `json:"service,omitempty"` // the service's part of a seed to which players add theirs
	Key           []byte        `json:"key"`               // always secret: derives the tokens
	State         State         `json:"state"`
	Created       time.Time     `json:"created"`
	Organiser     string        `json:"organiser,omitempty"` // address that gets notices
	Players       []Player      `json:"players"`
	Within        int64         `json:"within"` // seconds to answer
	Reminders     []string      `json:"reminders"`
	HalfTime      bool          `json:"half_time,omitempty"`
	Rules         Rules         `json:"rules,omitzero"`
	Lang          string        `json:"lang,omitempty"`    // for players who choose none; "": English
	Zone          string        `json:"zone,omitempty"`    // for players without a choice
	Letters       Letters       `json:"letters,omitempty"` // for players without a choice
	Waiting       []Wait        `json:"waiting,omitempty"`
	Shown         bool          `json:"shown,omitempty"` // called off and then exported: it cannot continue
	PausedAt      time.Time     `json:"paused_at,omitzero"`
	PausedWithAll bool          `json:"paused_with_all,omitempty"` // together with all games of the service
	LastGroups    []Group       `json:"last_groups,omitempty"`     // the latest mails, as far as they can be taken back
	Outage        Outage        `json:"outage,omitzero"`           // the last one that shifted times
	HiddenRecords HiddenRecords `json:"asides,omitempty"`          // in the order of records
	Plans         []plan.Plan   `json:"plans,omitempty"`           // in the order in which they are played
	PlayedPlans   []PlayedPlan  `json:"fired,omitempty"`           // the latest plans played
	Answers       int64         `json:"answers,omitempty"`         // seconds that an answer usually takes; 0: none has come
	Timed         uint64        `json:"timed,omitempty"`           // the record from which Player.Took counts; 0: none
	Proposals     []Proposal    `json:"proposals,omitempty"`       // open ones
	Proposed      int           `json:"proposed,omitempty"`        // number of proposals so far
	Switches      Switches      `json:"switches,omitempty"`        // in the order of records
	Mended        int           `json:"mended,omitempty"`          // the newest version of the rules that the table was asked about
	Sat           []Guest       `json:"sat,omitempty"`             // past and present substitutes
	Watchers      Watchers      `json:"watchers,omitempty"`        // who watches the game by mail
	Erased        time.Time     `json:"erased,omitzero"`           // when somebody's name was last erased
	Hooks         []hook.Hook   `json:"hooks,omitempty"`           // where its public news are posted

	Epoch    uint64    `json:"epoch,omitempty"`    // number of restores of the game
	Agreed   uint64    `json:"agreed,omitempty"`   // last record that the log had before the last restore, too
	Extra    []uint64  `json:"extra,omitempty"`    // later records that the former log did not have
	Former   *Former   `json:"former,omitempty"`   // seat keys before it; nil: no restore
	Restored *Restored `json:"restored,omitempty"` // news of it that the players have not had yet

	// Site is the header of the public 18xx site's file if the game was imported from
	// there, otherwise nil.
	Site *log18xx.Header `json:"site,omitempty"`
}

// Outage is a period in which the service was down or could not reach its mail.
type Outage struct {
	From time.Time     `json:"from"` // last sign of life before it
	By   time.Duration `json:"by"`   // the shift of the times
}

// Player is a seat and the person on it.
type Player struct {
	Form
	Name           string          `json:"name"`
	Addresses      []string        `json:"addresses"`         // letters go to the first
	PendingAddress *PendingAddress `json:"wanted,omitempty"`  // a new address that is still to be confirmed
	Renewed        int             `json:"renewed,omitempty"` // how often the token was renewed
	Zone           string          `json:"zone"`
	Lang           string          `json:"lang,omitempty"` // "": they have chosen none, see LangOf
	Letters        Letters         `json:"letters"`
	Talk           Talk            `json:"talk,omitempty"`        // "": at once if they get more letters than their turns
	Notes          []Note          `json:"notes,omitempty"`       // seen by nobody else
	Ignores        []engine.Seat   `json:"ignores,omitempty"`     // players whose talk is left out of their letters
	Tutor          *Tutor          `json:"tutor,omitempty"`       // their letters explain the steps; nil: they do not
	Links          int             `json:"links,omitempty"`       // how often the secret link of their page was renewed
	Hook           *hook.Hook      `json:"hook,omitempty"`        // gets postings when they must act
	Calendar       bool            `json:"calendar,omitempty"`    // their letters include their deadlines for a calendar
	Entered        *Entry          `json:"entered,omitempty"`     // the calendar entry in the letters queued for them
	Unsubscribed   time.Time       `json:"unsubscribed,omitzero"` // when the mail program's button was last pressed
	Quiet          clock.Span      `json:"quiet,omitzero"`        // hours without deadlines
	Away           []Away          `json:"away,omitempty"`        // when they are away
	Extra          int64           `json:"extra,omitempty"`       // seconds that they have taken of Rules.Extra
	Bank           int64           `json:"bank,omitempty"`        // seconds left of Rules.Bank
	Took           int64           `json:"took,omitempty"`        // seconds that the game has waited for them, waits that have ended
	Turns          int             `json:"turns,omitempty"`       // number of those waits
	Level          robot.Level     `json:"level,omitempty"`       // of the robot whose seat it is; "": a person's
	Robot          bool            `json:"robot,omitempty"`       // a robot plays for them until they write
	Open           bool            `json:"open,omitempty"`        // the seat is offered to another player
	Before         []Predecessor   `json:"before,omitempty"`      // earlier players of the seat, in order
	Asked          []Guest         `json:"asked,omitempty"`       // people who were offered the seat
	Resigning      time.Time       `json:"resigning,omitzero"`    // when they first said that they resign
	Resigned       bool            `json:"resigned,omitempty"`    // and said it again: they come back only with "back"
	Sitter         *Sitter         `json:"sitter,omitempty"`      // their present or invited substitute
	Answer         string          `json:"answer,omitempty"`      // to the invitation: accept, decline
	Added          string          `json:"added,omitempty"`       // SHA-256 of their contribution to the seed
	Moved          uint64          `json:"moved,omitempty"`       // last record of an order of theirs
	Told           uint64          `json:"told,omitempty"`        // last record that the letters queued for them report
	Seen           uint64          `json:"seen,omitempty"`        // last record whose position their letters show
	Taught         map[string]int  `json:"taught,omitempty"`      // by kind, how many letters have told them briefly how to answer
	Private        []Whispered     `json:"private,omitempty"`     // messages for their next letter
	Previews       []Previewed     `json:"previews,omitempty"`    // the latest ones since their last move
	Wrote          time.Time       `json:"wrote,omitzero"`        // when their last proven mail arrived
}

// Address returns where a player's letters go; "" for one who was erased.
func (p Player) Address() string {
	if len(p.Addresses) == 0 {
		return ""
	}
	return p.Addresses[0]
}

// PendingAddress is an address that was asked whether it is the player's.
type PendingAddress struct {
	Address string    `json:"address"`
	At      time.Time `json:"at"`
}

// Wait is a seat that the game waits for.
type Wait struct {
	Seat  engine.Seat `json:"seat"`
	Asked uint64      `json:"asked"`          // record that opened the question
	Step  string      `json:"step,omitempty"` // kind of step
	Since time.Time   `json:"since"`
	// Reasked is when the question was asked again, after an undo or a pause, or when its letter was tried in vain
	// since: from then until the letter is tried again no time passes, either.
	Reasked time.Time `json:"reasked,omitzero"`
	Extra   int64     `json:"extra,omitempty"` // seconds of extensions
	Plain   time.Time `json:"plain,omitzero"`  // the deadline without the player's bank
	Until   time.Time `json:"until"`
	Moved   int       `json:"moved,omitempty"` // how often Until has moved
	Again   bool      `json:"again,omitempty"` // an answer was taken back after Until, which has moved for that
	Plan    time.Time `json:"plan,omitzero"`   // when a plan of its player is played
	Late    bool      `json:"late,omitempty"`  // its deadline has passed and was reported
	Stuck   bool      `json:"stuck,omitempty"` // their time is up and only they can make the choice
	Lost    bool      `json:"lost,omitempty"`  // and their server did not accept the letters
}

// PlayedPlan is a plan that was played after a record.
type PlayedPlan struct {
	Plan   plan.Plan `json:"plan"`
	Before uint64    `json:"before"`
}

// Group is the orders of a seat from one mail.
type Group struct {
	Seat   engine.Seat `json:"seat"`
	Before uint64      `json:"before"` // last record before it
	Last   uint64      `json:"last"`
	Reveal bool        `json:"reveal,omitempty"` // something hidden was shown
	Was    *Wait       `json:"was,omitempty"`    // the wait for the seat that it ended
}

// Read decodes a game document.
func Read(b []byte) (*Table, error) { return decoded[Table](b, "a game document") }

// decoded decodes a document of the store; what names it in errors.
func decoded[T any](b []byte, what string) (*T, error) {
	doc := new(T)
	if err := json.Unmarshal(b, doc); err != nil {
		return nil, fmt.Errorf("table: reading %s: %w", what, err)
	}
	return doc, nil
}

// Bytes encodes the document.
func (t *Table) Bytes() ([]byte, error) { return json.Marshal(t) }

// Clone returns an independent copy.
func (t *Table) Clone() *Table {
	c := *t
	c.Players = slices.Clone(t.Players)
	for i := range c.Players {
		c.Players[i].Addresses = slices.Clone(t.Players[i].Addresses)
		c.Players[i].Away = slices.Clone(t.Players[i].Away)
		c.Players[i].Before = slices.Clone(t.Players[i].Before)
		c.Players[i].Asked = slices.Clone(t.Players[i].Asked)
	}
	c.Rules = t.Rules.clone()
	c.Waiting, c.Watchers = slices.Clone(t.Waiting), slices.Clone(t.Watchers)
	c.Reminders = slices.Clone(t.Reminders)
	c.LastGroups = slices.Clone(t.LastGroups)
	c.HiddenRecords = slices.Clone(t.HiddenRecords)
	c.Plans, c.PlayedPlans = slices.Clone(t.Plans), slices.Clone(t.PlayedPlans)
	c.Switches = slices.Clone(t.Switches)
	c.Sat, c.Hooks = slices.Clone(t.Sat), slices.Clone(t.Hooks)
	c.Proposals = slices.Clone(t.Proposals) // Vote copies their content
	return &c
}

// Names returns the names of the players by seat.
func (t *Table) Names() []string {
	names := make([]string, len(t.Players))
	for i, p := range t.Players {
		names[i] = p.Name
	}
	return names
}

// LangOf returns the language of the letters to a seat, or to readers of the table who have
// none.
func (t *Table) LangOf(s engine.Seat) string {
	own := ""
	if s >= 0 && int(s) < len(t.Players) {
		own = t.Players[s].Lang
	}
	return cmp.Or(own, t.Lang, templates.English)
}

// ZoneOf returns a seat's time zone, or UTC if its name is no longer known.
func (t *Table) ZoneOf(s engine.Seat) *time.Location {
	if s < 0 || int(s) >= len(t.Players) {
		return time.UTC
	}
	return t.Players[s].location()
}

func (p *Player) location() *time.Location { return zoneOf(p.Zone) }

func zoneOf(name string) *time.Location {
	z, err := clock.LoadZone(name)
	if err != nil {
		return time.UTC
	}
	return z
}

// FreeUndo reports whether a seat can take its last orders back freely: nobody else has acted since, and
// nothing hidden was shown.
func (t *Table) FreeUndo(s engine.Seat) bool {
	last := len(t.LastGroups) - 1
	return t.State == Running && !t.Players[s].Resigned && last >= 0 && t.LastGroups[last].Seat == s && !t.LastGroups[last].Reveal
}

// WaitFor returns the wait of a seat, or nil if the game does not wait for it.
func (t *Table) WaitFor(s engine.Seat) *Wait {
	return find(t.Waiting, func(w Wait) bool { return w.Seat == s })
}

// find returns the first element of a list for which is holds; nil if there is none.
func find[T any](list []T, is func(T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return &list[i]
	}
	return nil
}

// Commitment returns the SHA-256 of the service's random bytes. It is published before the game begins.
func (t *Table) Commitment() string {
	if t.Service != nil {
		return engine.Seed(t.Service).Commitment()
	}
	return engine.Seed(t.Seed).Commitment()
}

// Added returns the hashes of the players' contributions to the seed, in the order of seats.
func (t *Table) Added() []string {
	var out []string
	for _, p := range t.Players {
		if p.Added != "" {
			out = append(out, p.Added)
		}
	}
	return out
}

// Accepted reports whether every seat has accepted.
func (t *Table) Accepted() bool {
	return !slices.ContainsFunc(t.Players, func(p Player) bool { return p.Answer != "accept" })
}

// SeatsOf returns the seats whose players have an address on file.
func (t *Table) SeatsOf(address string) []engine.Seat {
	var out []engine.Seat
	for s := range t.Players {
		if t.Players[engine.Seat(s)].OnFile(address) {
			out = append(out, engine.Seat(s))
		}
	}
	return out
}

// Everyone returns who sits at the table, for a message.
func (t *Table) Everyone() []engine.Arg {
	var out []engine.Arg
	for i := range t.Players {
		out = append(out, engine.Player("", engine.Seat(i)))
	}
	return out
}

// Missing returns the players who have not accepted the invitation, for a message.
func (t *Table) Missing() []engine.Arg {
	var out []engine.Arg
	for i, p := range t.Players {
		if p.Answer != "accept" {
			out = append(out, engine.Player("", engine.Seat(i)))
		}
	}
	return out
}

// WaitedFor returns the players that the game waits for, for a message.
func (t *Table) WaitedFor() []engine.Arg {
	return engine.Each(t.Waiting, func(w Wait) engine.Arg { return engine.Player("", w.Seat) })
}
