//go:build !unix

package inbox

// noFollow cannot be asked for on this system.
const noFollow = 0
