//go:build !unix

package inbox

// noFollow has no effect: this system has no such flag.
const noFollow = 0
