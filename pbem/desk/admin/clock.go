package admin

import (
	"context"

	"railpost/pbem/desk/due"
	"railpost/pbem/facts/fault"
)

// Clock is the state of the machine's clock.
type Clock = due.Clock

func (d upkeepDesk) showClock(ctx context.Context, _ None) (Clock, error) { return d.keeper.Clock(ctx) }

// setClock accepts the clock's time.
func (d upkeepDesk) setClock(ctx context.Context, _ None) (Clock, error) {
	done, err := d.keeper.SetClock(ctx)
	if err == nil && !done {
		err = fault.Wrong("railpost clock shows what Railpost takes as true", "the clock is not in doubt")
	}
	return d.clockAfter(ctx, err)
}

// undoMove takes back the last move of all due times.
func (d upkeepDesk) undoMove(ctx context.Context, _ None) (Clock, error) {
	done, err := d.keeper.UndoMove(ctx)
	if err == nil && !done {
		err = fault.Wrong("railpost clock shows the last move", "no move of all due times can be taken back")
	}
	return d.clockAfter(ctx, err)
}

func (d upkeepDesk) clockAfter(ctx context.Context, err error) (Clock, error) {
	if err != nil {
		return Clock{}, err
	}
	return d.keeper.Clock(ctx)
}
