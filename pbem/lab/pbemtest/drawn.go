package pbemtest

import "regexp"

var (
	// Code matches the code in a letter to somebody without an address of their own.
	Code = regexp.MustCompile(`(?m)^\S+\.\d+[a-z]*\.[a-z2-7]{26}$`)
	// Token matches random values of each service, and values derived from them.
	Token = regexp.MustCompile(`[a-z2-7]{26}|[0-9a-f]{24,}|whsec_\S+`)
)
