package web

import (
	"bytes"
	"html"
	"html/template"
	"regexp"

	"railpost/docs/rules"
	"railpost/engine"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/web/key"
	"railpost/templates"
)

// view is the content of a page.
type view struct {
	leaf letters.Leaf
	name string // of its file

	Lang, Title string
	Game        string
	Root        string // path to the reader's first page
	Static      string // path to script and style
	Note        string // the owner of the page
	How         string // how moves are made
	Rules       string // path to the rules reference
	About       string // the heading
	Clock       template.HTML
	Strip       template.HTML // the players, in rows of a table
	Usual       template.HTML // the suggested move
	Asked       template.HTML // what the reader can do
	Story       template.HTML
	Text        template.HTML // the rest of a letter
	Board       *drawn        // nil: there is none
	History     bool          // it shows the course of the game
	Charts      []template.HTML
	Step, Last  uint64     // of the position; 0: it shows none
	Present     bool       // it shows the present position
	Pages       []pageLink // of the log
	Sections    []section  // of the rules
	Tables      []tableRow // of the organiser's list
	Orders      bool       // the reader can compose orders now
	Ordering    bool       // the page composes them
	Still       bool       // it has no script
	Done        bool       // the letters are stopped
}

// pageLink is a page of the log.
type pageLink struct {
	Number uint64
	Text   string
	Here   bool
}

// pageWords are the words that pages themselves have, by the names that their files use.
var pageWords = map[string]string{
	"now": key.Now, "log": key.Log, "charts": key.Charts, "charts-none": key.ChartsNone, "rules": key.Rules, "touch": key.Touch, "marked": key.Marked, "positions": key.Positions,
	"order": key.Order, "usual": key.Usual, "order-closed": key.OrderClosed, "order-lines": key.OrderLines, "order-drop": key.OrderDrop, "order-mail": key.OrderMail,
	"order-how": key.OrderHow, "order-copy": key.OrderCopy, "order-to": key.OrderTo, "order-subject": key.OrderSubject, "order-text": key.OrderText,
	"order-done": key.OrderDone, "order-again": key.OrderAgain, "order-touch": key.OrderTouch, "order-ways": key.OrderWays, "order-n": key.OrderN,
	"order-next": key.OrderNext, "order-cut": key.OrderCut,
	"first": key.First, "earlier": key.Earlier, "later": key.Later, "skip": key.Skip, "clock": key.Clock,
	"game": key.TableGame, "title": key.TableTitle, "state": key.TableState, "players": key.TablePlayers, "waits": key.TableWaits,
}

// Word returns one of the words of the page, in the reader's language.
func (v *view) Word(name string) string { return v.leaf.Say(engine.Msg(pageWords[name])) }

// Slide says which position a page shows.
func (v *view) Slide() string {
	return v.leaf.Say(engine.Msg(key.Slide, engine.Int("n", int(v.Step)), engine.Int("last", int(v.Last))))
}

// Earlier and Later are the steps before and after the one shown; 0: there is none.
func (v *view) Earlier() uint64 { return max(v.Step, 1) - 1 }
func (v *view) Later() uint64 {
	if v.Present || v.Step >= v.Last {
		return 0
	}
	return v.Step + 1
}

func (v *view) html() ([]byte, error) { return rendered(v.name, v) }

func rendered(name string, v any) ([]byte, error) {
	var b bytes.Buffer
	err := pages.ExecuteTemplate(&b, name, v)
	return b.Bytes(), err
}

// markup is the output of package templates, which is escaped.
func markup(l letters.Leaf) template.HTML { return coded(l.Sheets) }

// tagOrCode matches a tag, and text between backticks.
var tagOrCode = regexp.MustCompile("<[^>]*>|`[^`<>]*`")

// coded shows what messages have between backticks, which is to be written in a mail, as code.
func coded(escaped string) template.HTML {
	return template.HTML(tagOrCode.ReplaceAllStringFunc(escaped, func(s string) string {
		if s[0] == '<' {
			return s
		}
		return "<code>" + s[1:len(s)-1] + "</code>"
	}))
}

// codeIn is coded for a message.
func codeIn(text string) template.HTML { return coded(html.EscapeString(text)) }

// Head is the header as the letter has it, but for the heading.
func (v *view) Head() templates.Head { return v.leaf.Head }

// Livery is the colour of the title, for the style of a page.
func (v *view) Livery() template.CSS { return template.CSS("--livery:" + v.leaf.Head.Livery) }

// view is a page of a game with a leaf.
func (s *sheet) view(leaf letters.Leaf) *view {
	t := s.game.Table
	title := engine.Text("title", leaf.Say(engine.Msg(t.Title+".title")))
	v := &view{leaf: leaf, name: "game.html", Lang: leaf.Lang, Game: t.Game, Title: leaf.Say(engine.Msg(key.Title, engine.Text("game", t.Game), title)),
		Root: s.root, Strip: coded(leaf.Strip), Usual: coded(leaf.Suggested), Asked: coded(leaf.Asked), Story: coded(leaf.Story), Text: markup(leaf)}
	site := engine.Text("site", s.Config.Identity.SiteName)
	up := "../../"
	if s.seat >= 0 {
		up = "../../../"
		v.Note = leaf.Say(engine.Msg(key.Yours, engine.Text("name", t.Players[s.seat].Name)))
		v.How = leaf.Say(engine.Msg(key.Moves, site))
	} else {
		v.Note, v.How = leaf.Say(engine.Msg(key.Everybody)), leaf.Say(engine.Msg(key.Watch))
	}
	if s.root == "../" {
		up += "../"
	}
	v.Static, v.Rules = up+"static/", up+"rules/"+t.Title
	if ref := rules.Of(t.Title, leaf.Lang); ref != nil && ref.Lang != rules.English {
		v.Rules += "/" + ref.Lang
	}
	return v
}
