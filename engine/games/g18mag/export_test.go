package g18mag

// Parts of the rules for the tests of the whole title.
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
