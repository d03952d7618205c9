package journal

import (
	"errors"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
)

// ReadZone returns the full name of a time zone, or a message that it is unknown, with similar names.
func ReadZone(value string) (name string, wrong *engine.Message) {
	z, err := clock.LoadZone(value)
	if err == nil {
		return z.String(), nil
	}
	told := engine.Msg(key.SetZoneUnknown, engine.Text("zone", value))
	if unknown, ok := errors.AsType[*clock.ZoneError](err); ok && len(unknown.Near) > 0 {
		told = engine.Msg(key.SetZoneNear, engine.Text("zone", value), engine.Text("near", strings.Join(unknown.Near, ", ")))
	}
	return "", &told
}
