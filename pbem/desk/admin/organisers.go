package admin

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// organisers knows the organisers of tables.
type organisers struct{ *journal.Journal }

// all reports whether an address is that of an organiser of the whole service.
func (o organisers) all(address string) bool {
	is := func(a string) bool { return extract.Address(a) == address }
	return slices.ContainsFunc(o.Config.Security.AdminAddresses, is)
}

// of reports whether an address is that of an organiser of a table.
func (o organisers) of(t *table.Table, address string) bool {
	return o.all(address) || extract.Address(t.Organiser) == address
}

// each calls do for each table that an address organises.
func (o organisers) each(ctx context.Context, address string, do func(t *table.Table) error) error {
	return o.EachTable(ctx, func(t *table.Table, _ uint64) error {
		if !o.of(t, address) {
			return nil
		}
		return do(t)
	})
}

// know reports whether an address is that of an organiser of the service, or of a table.
func (o organisers) know(ctx context.Context, address string) (bool, error) {
	known := o.all(address)
	err := o.each(ctx, address, func(*table.Table) error {
		known = true
		return nil
	})
	return known, err
}

// RenewOrganiser are the parameters of organiser.renew.
type RenewOrganiser struct {
	Address string `arg:"" help:"The organiser's address. Railpost sends a letter to answer there."`
	DryRun  bool   `json:"dry_run" help:"${dry_run}"`
}

// renewOrganiser makes the answer address in an organiser's letters worthless and sends a
// letter with another, which is the answer to a mail that asks for it.
func (d playerDesk) renewOrganiser(ctx context.Context, p RenewOrganiser) (*None, error) {
	address := extract.Address(p.Address)
	known, err := organisers{d.Journal}.know(ctx, address)
	if err == nil && !known {
		err = fault.Wrong("[security] admin_addresses and railpost game set GAME --organiser name organisers", "%s organises nothing here", p.Address)
	}
	if err != nil {
		return nil, err
	}
	c := d.NewChange(nil)
	c.RenewOrganiser(ctx, address)
	c.NeedOrganisersKey(ctx)
	if d.held == nil {
		tell.To(ctx, c, engine.Nobody, address, templates.Notice, content.Tell(engine.Msg(key.OrganiserRenewed)))
	}
	return &None{}, d.commit(ctx, c, p.DryRun)
}
