//go:build !unix

package pbem

// noFollow cannot be asked for on this system.
const noFollow = 0
