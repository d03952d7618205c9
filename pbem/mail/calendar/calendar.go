// Package calendar writes the deadlines of a player as iCalendar (RFC 5545), so that they
// appear in the calendar beside the rest of the week. It does no I/O and knows no game.
//
// A deadline is an event without duration: programs on phones show few to-dos. Times are in
// UTC, which every program shows in its own zone. The order of properties and the folding of
// lines are fixed, so the same deadlines always give the same bytes.
//
// The sequence of a deadline is twice the number of its moves, plus one when it is over, so it
// always rises, even through pauses.
package calendar

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-ical"
)

// Method is the action for a calendar's events (RFC 5546, 3.2).
type Method string

const (
	Publish Method = "PUBLISH" // enter them, or replace those with the same UID and a lower sequence
	Cancel  Method = "CANCEL"  // delete them
)

// MediaType is the type of the output of Bytes.
const MediaType = "text/calendar"

// Event is a deadline.
type Event struct {
	UID      string // the same for all states of a deadline, and unique
	Sequence int    // counts up with each state
	At       time.Time
	Summary  string
	Text     string
	Alarms   []time.Duration // how long before At
}

// Calendar is a file of events.
type Calendar struct {
	Method    Method
	Name      string        // of a calendar that is subscribed to; "" for a file
	Refresh   time.Duration // how often programs should fetch such a calendar
	Stamp     time.Time     // when its events were as it says
	Organizer string        // an address, which RFC 5546 demands: answers to it play nothing
	Site      string        // its name
	Events    []Event
}

const product = "-//Railpost//Railpost//EN"

// Bytes returns the calendar as a file. It returns an error for a UID or an
// address that has line ends.
func (c Calendar) Bytes() ([]byte, error) {
	cal := ical.NewCalendar()
	cal.Props.SetText(ical.PropVersion, "2.0")
	cal.Props.SetText(ical.PropProductID, product)
	cal.Props.SetText(ical.PropMethod, string(c.Method))
	if c.Name != "" {
		cal.Props.SetText(ical.PropName, c.Name)
		// Older than RFC 7986; Apple and Google read it.
		cal.Props.Set(&ical.Prop{Name: "X-WR-CALNAME", Value: cal.Props.Get(ical.PropName).Value})
		setDuration(cal.Props, ical.PropRefreshInterval, c.Refresh)
		setDuration(cal.Props, "X-PUBLISHED-TTL", c.Refresh)
	}
	for _, e := range c.Events {
		cal.Children = append(cal.Children, c.event(e))
	}
	if len(c.Events) == 0 { // a calendar has at least one component (RFC 5545, 3.6)
		cal.Children = []*ical.Component{utc()}
	}
	var b bytes.Buffer
	if err := ical.NewEncoder(&b).Encode(cal); err != nil {
		return nil, fmt.Errorf("calendar: %w", err)
	}
	return fold(b.Bytes()), nil
}

func (c Calendar) event(e Event) *ical.Component {
	out := ical.NewComponent(ical.CompEvent)
	out.Props.SetText(ical.PropUID, e.UID)
	out.Props.Set(&ical.Prop{Name: ical.PropSequence, Value: strconv.Itoa(e.Sequence)})
	out.Props.SetDateTime(ical.PropDateTimeStamp, c.Stamp.UTC())
	out.Props.SetDateTime(ical.PropDateTimeStart, e.At.UTC()) // without an end it ends at once (RFC 5545, 3.6.1)
	out.Props.SetText(ical.PropSummary, e.Summary)
	if e.Text != "" {
		out.Props.SetText(ical.PropDescription, e.Text)
	}
	out.Props.SetText(ical.PropTransparency, "TRANSPARENT") // nobody is busy at a deadline
	organizer := ical.NewProp(ical.PropOrganizer)
	organizer.Params.Set(ical.ParamCommonName, parameter(c.Site))
	organizer.Value = "mailto:" + c.Organizer
	out.Props.Set(organizer)
	status := "CONFIRMED"
	if c.Method == Cancel {
		status = "CANCELLED"
		e.Alarms = nil
	}
	out.Props.SetText(ical.PropStatus, status)
	for _, before := range slices.Backward(slices.Sorted(slices.Values(e.Alarms))) {
		out.Children = append(out.Children, alarm(e, before))
	}
	return out
}

// parameter returns a text as the value of a parameter, which has no way to hold the signs that
// are left out (RFC 5545, 3.2).
func parameter(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '"' {
			return -1
		}
		return r
	}, s)
}

// alarm returns the component that shows a message some time before the deadline.
func alarm(e Event, before time.Duration) *ical.Component {
	out := ical.NewComponent(ical.CompAlarm)
	out.Props.SetText(ical.PropAction, "DISPLAY")
	out.Props.SetText(ical.PropDescription, e.Summary)
	setDuration(out.Props, ical.PropTrigger, -before)
	return out
}

// setDuration sets a duration in minutes, which every program reads.
func setDuration(p ical.Props, name string, d time.Duration) {
	prop := ical.NewProp(name)
	if name == ical.PropRefreshInterval { // RFC 7986, 5.7 demands its type
		prop.Params.Set(ical.ParamValue, "DURATION")
	}
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	prop.Value = sign + "PT" + strconv.Itoa(int(d/time.Minute)) + "M"
	p.Set(prop)
}

// utc is the one component of a calendar without events.
func utc() *ical.Component {
	zone, standard := ical.NewComponent(ical.CompTimezone), ical.NewComponent(ical.CompTimezoneStandard)
	zone.Props.SetText(ical.PropTimezoneID, "UTC")
	for name, value := range map[string]string{ical.PropDateTimeStart: "19700101T000000", ical.PropTimezoneOffsetFrom: "+0000", ical.PropTimezoneOffsetTo: "+0000"} {
		standard.Props.Set(&ical.Prop{Name: name, Params: ical.Params{}, Value: value})
	}
	zone.Children = []*ical.Component{standard}
	return zone
}

// lineOctets is the longest line without its end (RFC 5545, 3.1).
const lineOctets = 75

// fold breaks long lines, never within a character: go-ical writes lines of any length.
func fold(text []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.SplitSeq(bytes.TrimSuffix(text, []byte("\r\n")), []byte("\r\n")) {
		for room := lineOctets; len(line) > room; room = lineOctets - 1 { // the next line begins with a blank
			for !utf8.RuneStart(line[room]) {
				room--
			}
			out.Write(line[:room])
			out.WriteString("\r\n ")
			line = line[room:]
		}
		out.Write(line)
		out.WriteString("\r\n")
	}
	return out.Bytes()
}
