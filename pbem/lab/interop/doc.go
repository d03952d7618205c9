// Package interop holds a test alone: a game of Russian Railroads of two seats through each of several pairs of mail
// servers. The players read their letters and answer them with several mail programs. It makes docs/interop-matrix.md:
//
//	RAILPOST_LONG=1 go test ./pbem/lab/interop -v -timeout 1h -update
//
// It needs root on Debian. Programs that are not installed are named as not run. Servers that cannot be installed next
// to others get a Debian of their own in the folder RAILPOST_INTEROP, or in the user's cache, which is kept for the
// next time.
package interop
