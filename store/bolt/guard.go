package bolt

import (
	"fmt"
	"runtime/debug"

	"railpost/store"
)

// guarded runs a read and turns what bbolt does on a damaged tree - a panic, or a reference
// to memory outside the file - into a *store.Corrupt. No caller's code may run inside, or
// its bugs would be reported as faults of the file.
func guarded(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = &store.Corrupt{What: fmt.Sprintf("the structure of the file is broken (%v); restore from a backup", r)}
		}
	}()
	return translated(read())
}
