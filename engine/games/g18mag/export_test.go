package g18mag

// What the tests of the whole title use of those of the rules.
var (
	AtStep     = atStep
	EndVerb    = endVerb
	Laid       = laid
	MajorSteps = majorSteps
	Mandatory  = mandatory
	Mend       = (*Settings).mend
	Owns       = owns
	TurnOf     = turnOf
)
