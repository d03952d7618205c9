package log18xx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Action is one entry of a game on the site. Which fields apply depends on Type: see
// fields.
type Action struct {
	Type       string `json:"type"`
	Entity     ID     `json:"entity"`      // player: digits; minor: its number; major and supporter card: code
	EntityType string `json:"entity_type"` // player, minor, corporation, company
	ID         int    `json:"id"`

	Minor       string   `json:"minor"`
	Corporation string   `json:"corporation"`
	Company     string   `json:"company"`
	Price       int      `json:"price"`
	SharePrice  string   `json:"share_price"` // "price,row,column" of the chart
	Shares      []string `json:"shares"`      // "SIK_3"; _0 is the director certificate
	Percent     int      `json:"percent"`
	Description string   `json:"description"`
	Cost        int      `json:"cost"`
	Hex         string   `json:"hex"`
	Tile        string   `json:"tile"`     // "number-copy"
	Rotation    int      `json:"rotation"` // steps of 60 degrees clockwise
	City        string   `json:"city"`     // "tile-copy-city"
	Slot        int      `json:"slot"`
	Tokener     string   `json:"tokener"`
	Routes      []Route  `json:"routes"`
	Extra       int      `json:"extra_revenue"`
	Subsidy     int      `json:"subsidy"`
	Kind        string   `json:"kind"` // of a dividend: payout, withhold, variable
	Amount      int      `json:"amount"`
	Train       string   `json:"train"` // "size-copy"
	Variant     string   `json:"variant"`
	Choice      string   `json:"choice"`
	Message     string   `json:"message"`
	Back        *int     `json:"action_id"` // undo: the action to return to; nil: one back
	Unless      bool     `json:"unconditional"`
	Forever     bool     `json:"indefinite"`

	// Auto are the site's automatic actions after this one, in order.
	Auto []*Action `json:"auto_actions"`
}

// Route is the run of one train.
type Route struct {
	Train       string     `json:"train"`
	Connections [][]string `json:"connections"` // hexes from one stop to the next, in either direction
	Hexes       []string   `json:"hexes"`
	Revenue     int        `json:"revenue"`
	RevenueText string     `json:"revenue_str"`
	Subsidy     int        `json:"subsidy"`
	Nodes       []string   `json:"nodes,omitempty"` // "hex-index" of the stops, in the order in which the connections name them
}

// ID is a number or a text in JSON; here its digits or the text.
type ID string

// fields lists the fields that the site writes for a type, in its order; those with a "?" only if they are not empty.
var fields = map[string][]string{
	"bid":                {"minor?", "corporation?", "company?", "price"},
	"par":                {"corporation", "share_price"},
	"buy_shares":         {"shares", "percent"},
	"sell_shares":        {"shares", "percent"},
	"special_buy":        {"description", "cost"},
	"lay_tile":           {"hex", "tile", "rotation"},
	"place_token":        {"city", "slot", "tokener?"},
	"remove_token":       {"city", "slot"},
	"run_routes":         {"routes", "extra_revenue", "subsidy"},
	"dividend":           {"kind", "amount?"},
	"buy_train":          {"train", "price", "variant?"},
	"discard_train":      {"train"},
	"swap_train":         {"train"},
	"buy_company":        {"company", "price"},
	"sell_company":       {"company", "price"},
	"buy_corporation":    {"corporation", "price"},
	"choose_ability":     {"choice"},
	"pass":               {},
	"end_game":           {},
	"message":            {"message"},
	"undo":               {"action_id?"},
	"redo":               {},
	"program_share_pass": {"unconditional", "indefinite"},
}

// Known reports whether the format has actions of this type.
func Known(kind string) bool {
	_, ok := fields[kind]
	return ok || IsStandingOrder(kind)
}

// IsStandingOrder reports whether actions of this type are standing orders of a player. They
// change nothing by themselves: their effects are in Action.Auto.
func IsStandingOrder(kind string) bool { return strings.HasPrefix(kind, "program_") }

// Quiet reports whether an action alone changes no position.
func (a *Action) Quiet() bool { return a.Type == "message" || IsStandingOrder(a.Type) }

// String returns the name of an action for errors: "action 24, lay_tile of minor 2".
func (a *Action) String() string {
	return fmt.Sprintf("action %d, %s of %s %s", a.ID, a.Type, a.EntityType, a.Entity)
}

// UnmarshalJSON reads a number or a text.
func (id *ID) UnmarshalJSON(b []byte) error {
	var text string
	if len(b) > 0 && b[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
		*id = ID(text)
		return nil
	}
	var n int64
	if err := json.Unmarshal(b, &n); err != nil {
		return fmt.Errorf("%s is neither a whole number nor a text", clip(b))
	}
	*id = ID(strconv.FormatInt(n, 10))
	return nil
}

// number returns the ID as the site writes the ids of players.
func (id ID) number() (int, bool) {
	n, err := strconv.Atoi(string(id))
	return n, err == nil && strconv.Itoa(n) == string(id)
}

// MarshalJSON writes the site's form of an action of the type.
func (a *Action) MarshalJSON() ([]byte, error) {
	w := object{}
	w.put("type", a.Type)
	w.put("entity", a.Entity)
	if n, ok := a.Entity.number(); ok && a.EntityType == "player" {
		w.replace(n)
	}
	w.put("entity_type", a.EntityType)
	if a.ID > 0 { // automatic actions have none
		w.put("id", a.ID)
	}
	values, err := a.values()
	if err != nil {
		return nil, err
	}
	for _, name := range fields[a.Type] {
		name, optional := strings.CutSuffix(name, "?")
		if !optional || !a.empty(name, values[name]) {
			w.put(name, values[name])
		}
	}
	if len(a.Auto) > 0 {
		w.put("auto_actions", a.Auto)
	}
	return w.bytes()
}

// values returns all fields by their names on the site.
func (a *Action) values() (values map[string]json.RawMessage, err error) {
	type fieldsOnly Action // without MarshalJSON
	all := fieldsOnly(*a)
	all.Shares, all.Routes, all.Auto = list(a.Shares), list(a.Routes), nil
	b, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	return values, json.Unmarshal(b, &values)
}

// empty reports whether an optional field is left out.
func (a *Action) empty(name string, value json.RawMessage) bool {
	if name == "amount" {
		return a.Kind != "variable"
	}
	return string(value) == `""` || string(value) == "null"
}

// list returns l, or an empty list for nil, which would be null in JSON.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// object is a JSON object that keeps the order of its keys.
type object struct {
	keys   []string
	values []any
}

func (o *object) put(key string, value any) {
	o.keys, o.values = append(o.keys, key), append(o.values, value)
}

// replace changes the last value.
func (o *object) replace(value any) { o.values[len(o.values)-1] = value }

func (o *object) bytes() ([]byte, error) {
	var b bytes.Buffer
	for i, key := range o.keys {
		b.WriteByte("{,"[min(i, 1)])
		fmt.Fprintf(&b, "%q:", key)
		value, err := json.Marshal(o.values[i])
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// flat returns the action and the automatic actions after it.
func (a *Action) flat() []*Action { return slices.Concat([]*Action{a}, a.Auto) }

// clip shortens JSON for an error.
func clip(b []byte) string {
	const most = 40
	if len(b) <= most {
		return string(b)
	}
	return string(b[:most]) + "..."
}
