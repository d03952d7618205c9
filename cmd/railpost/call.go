package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/control"
	"railpost/pbem/run/upkeep"
	"railpost/store"
	"railpost/templates"
)

// now is the clock of commands without a daemon; a test stops it.
var now = time.Now

// call sends a request to the running daemon through its socket, or, if none runs, carries it out on the store
// itself, in this process.
func (a *app) call(ctx context.Context, method string, params, out any) error {
	c, err := a.publicConfig()
	if err != nil {
		return err
	}
	client, err := control.Dial(c.SocketPath())
	switch {
	case err == nil:
		return client.Call(ctx, method, params, out)
	case errors.Is(err, control.ErrNoDaemon):
		return a.callDirectly(ctx, c, method, params, out)
	}
	return err
}

// request is a command that the service carries out: its parameters, and an answer that prints itself.
type request[P any, R interface{ print(a *app) }] struct {
	listing
	Params P `embed:""`
}

func (c *request[P, R]) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.Params, func(out R) { out.print(a) })
}

// ask sends a request to the service and shows the answer, by text unless JSON is requested.
func ask[R any](ctx context.Context, a *app, l listing, params any, text func(out R)) error {
	var out R
	if err := a.call(ctx, a.method, params, &out); err != nil {
		return err
	}
	return l.show(a, out, func() { text(out) })
}

func (a *app) callDirectly(ctx context.Context, c *config.Config, method string, params, out any) (err error) {
	db, err := upkeep.Open(ctx, c, true, nil, nil)
	if errors.Is(err, store.ErrNone) && c.Mail.Kind == config.Embedded && admin.MakesStore(method) {
		a.note("%s: there was no store; a new one is made", cmp.Or(c.Store.URL, c.Store.Path))
		db, err = upkeep.Open(ctx, c, false, nil, nil)
	}
	if err != nil {
		return explainOpen(method, c, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	set, err := templates.New()
	if err != nil {
		return err
	}
	woken, posts := false, false
	office, err := pbem.Open(ctx, pbem.Options{Config: c, Store: db, Titles: titles.Find, Templates: set, Now: now, Wake: func() { woken = true }, Posts: func() { posts = true }})
	if err != nil {
		return err
	}
	result, err := handle(ctx, office, method, params)
	if err != nil {
		return err
	}
	if (woken || posts) && !a.noted {
		a.noted = true
		what := engine.If(!woken, "it is posted", "letters go out")
		if c.Store.URL != "" { // one may run elsewhere
			a.note("(no daemon answers here; " + what + " from the one that next looks at the database)")
		} else {
			a.note("(no daemon is running; " + what + " when you start it)")
		}
	}
	return json.Unmarshal(result, out)
}

// explainOpen returns an error with the reason why the store cannot be opened, and advice.
func explainOpen(op string, c *config.Config, err error) error {
	switch {
	case errors.Is(err, store.ErrNone):
		return &fault.Mistake{Op: op, What: err.Error(), Hint: "create it with railpost init or railpost serve --new-store, or give another --config"}
	case errors.Is(err, store.ErrLocked) && c.Store.URL != "":
		return &fault.Mistake{Op: op, What: "another process has exclusive access to the database", Hint: "wait until railpost copy or upgrade has ended"}
	case errors.Is(err, store.ErrLocked):
		return &fault.Mistake{Op: op, What: "another process has the store open, but nothing answers at " + c.SocketPath(),
			Hint: "a daemon that is starting or stopping answers in a moment; otherwise find out which process uses " + c.Store.Path}
	}
	return fault.AsMistake(op, err)
}

// handle encodes parameters and result the same way as the socket does.
func handle(ctx context.Context, o *pbem.Office, method string, params any) (json.RawMessage, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	result, err := o.Handle(ctx, method, raw)
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}
