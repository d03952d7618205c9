package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/near"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// method turns a method of one of the desks, which has typed parameters, into a handler.
func method[D interface{ From(*Desk) D }, P, R any](do func(D, context.Context, P) (R, error)) handler {
	return func(d *Desk, ctx context.Context, raw json.RawMessage) (any, error) {
		var p P
		if len(raw) > 0 {
			dec := json.NewDecoder(bytes.NewReader(raw))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&p); err != nil {
				return nil, &fault.Mistake{Op: "reading the parameters", What: err.Error(), Hint: "use a railpost command of the same version as the daemon"}
			}
		}
		var at D
		return do(at.From(d), ctx, p)
	}
}

// Handle carries out one method of the organiser. Its errors are *fault.Mistake: the fault and advice.
func (d *Desk) Handle(ctx context.Context, name string, params json.RawMessage) (any, error) {
	o := operationOf(func(o operation) bool { return o.method == name && o.do != nil })
	if o == nil {
		return nil, &fault.Mistake{Op: name, What: "no such method", Hint: "use a railpost command of the same version as the daemon"}
	}
	a := d.actOf(ctx, params) // before the call, which may change a name
	var out any
	err := store.Decide(ctx, func(ctx context.Context) (err error) {
		defer fault.Guard(d.Log, "a request", &err)
		out, err = o.do(d, ctx, params)
		return err
	})
	if err != nil {
		out = nil
		if errors.Is(err, store.ErrNoGame) {
			err = d.noGame(ctx, name, a.Game)
		} else {
			err = d.explain(name, err)
		}
	}
	d.logAct(o, a, err)
	return out, err
}

// act is the logged part of a request: no name, address or text.
type act struct {
	Game   string `json:"game"`
	Seat   any    `json:"seat"`
	Player string `json:"player"` // instead of Seat; never in the log
	Ref    string `json:"ref"`    // a letter, or a mail that was kept
	To     uint64 `json:"to"`
	Secret bool   `json:"secret"`
	DryRun bool   `json:"dry_run"`
}

// actOf returns the logged part of a request, with the seat of a named player. Errors are left to the request itself.
func (d *Desk) actOf(ctx context.Context, params json.RawMessage) (p act) {
	_ = json.Unmarshal(params, &p)
	if p.Player == "" {
		return p
	}
	p.Seat = nil
	head, err := d.Store.Head(ctx, p.Game)
	if err != nil {
		return p
	}
	if t, err := table.Read(head.Doc); err == nil {
		if s, err := seatNamed(t, p.Player); err == nil {
			p.Seat = int(s)
		}
	}
	return p
}

// logAct writes the one log line of a request, except for lists and public facts.
func (d *Desk) logAct(o *operation, p act, err error) {
	if o.log == ifSecret && p.Seat == nil && !p.Secret || o.log == never {
		return
	}
	args := []any{"what", o.method, "game", p.Game}
	add := func(name, text string, is bool) {
		if is {
			args = append(args, name, withoutAddresses(text))
		}
	}
	add("seat", fmt.Sprint(p.Seat), p.Seat != nil)
	add("ref", p.Ref, p.Ref != "")
	add("to", fmt.Sprint(p.To), p.To > 0)
	add("secret", "true", p.Secret)
	add("dry_run", "true", p.DryRun)
	if err != nil {
		add("err", err.Error(), true)
	}
	d.Log.Info("organiser", args...)
}

var addressInText = regexp.MustCompile(`[^\s<>"]+@[^\s<>"]+`)

// withoutAddresses returns a text as it may be logged.
func withoutAddresses(s string) string { return addressInText.ReplaceAllString(s, "...") }

// noGame is the error that there is no game with a name.
func (d *Desk) noGame(ctx context.Context, op, name string) error {
	var games []string
	err := d.EachTable(ctx, func(t *table.Table, _ uint64) error {
		games = append(games, t.Game)
		return nil
	})
	if err != nil {
		return fault.AsMistake(op, err)
	}
	hint := near.Advice(name, games, "railpost game list shows all games, with --archived those that are archived")
	return &fault.Mistake{Op: op, What: fmt.Sprintf("there is no game %q", name), Hint: hint}
}

// explain alone turns an error into the organiser's text.
func (d *Desk) explain(op string, err error) error {
	if done, ok := errors.AsType[*fault.Mistake](err); ok {
		if done.Op == "" {
			done.Op = op
		}
		return done
	}
	out := &fault.Mistake{Op: op, What: err.Error(), Cause: err}
	if r, ok := engine.AsRefusal(err); ok {
		out.What = d.Templates.Say("en", nil, nil, r.Why)
		if len(r.Expected) > 0 {
			out.Hint = "possible: " + strings.Join(r.Expected, ", ")
		}
	}
	var corrupt *store.Corrupt
	switch {
	case errors.Is(err, store.ErrExists):
		out.What, out.Hint = "a game with this name already exists", "choose another name, or end and archive that game first"
	case errors.Is(err, store.ErrStale):
		out.What, out.Hint = "the game has changed in the meantime", "try again"
	case errors.As(err, &corrupt):
		out.Hint = "restore the game from a backup (railpost restore); railpost check shows all faults"
	}
	return out
}
