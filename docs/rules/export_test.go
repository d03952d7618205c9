package rules

// For tests that need package templates, which itself cites the references.
var (
	Read = read
	All  = references
)

const Sample = sample
