package g18cz

// Parts of the rules for the tests of the whole title.
var (
	After       = after
	AtStep      = atStep
	Buyer       = buyer
	Cards       = cards
	Changed     = changed
	Conserved   = conserved
	Drafted     = drafted
	Founded     = founded
	Holds       = holds
	InPhase     = inPhase
	InRound     = inRound
	InStock     = inStock
	KeepRun     = keepRun
	Laid        = placeTile
	LaidTiles   = laid
	Layer       = layer
	MoveMarker  = (*State).move
	Money       = money
	MustCompany = mustCompany
	NewGame     = newGame
	NoLocals    = noLocals
	OwnLocal    = ownLocal
	Owns        = owns
	Reaches     = reaches
	Ready       = ready
	Selling     = selling
	Texts       = texts
	Treasury    = treasury
	Try         = try
	Under       = under
	VersionOne  = versionOne
	Wares       = wares
)
