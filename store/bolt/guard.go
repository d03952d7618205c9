package bolt

import (
	"fmt"
	"runtime/debug"

	"railpost/store"
)

// guarded runs a read and turns what bbolt does on a damaged tree - a panic, or
// a reference to memory outside the file - into a *store.Corrupt. No code of a
// caller may run inside, lest its faults be taken for the file's.
func guarded(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = &store.Corrupt{What: fmt.Sprintf("the structure of the file is broken (%v); restore from a backup", r)}
		}
	}()
	return known(read())
}
