package daemon

import "context"

// runRobots lets robots think until ctx ends. In a dry run they do not.
func (d *Daemon) runRobots(ctx context.Context) error {
	if d.o.DryRunDir != "" {
		return nil
	}
	return d.office.Robots(ctx)
}
