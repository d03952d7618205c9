//go:build !linux

package bench

import "runtime"

// anonymous is what Go holds of the heap: other systems do not part what a
// process has of its own from the pages of its files.
func anonymous() (int64, error) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse), nil
}
