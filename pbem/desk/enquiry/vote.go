package enquiry

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// proposals lists the open proposals, and the votes.
var _ = answers.Bind("proposals", func(e *Enquiry, _ string) bool {
	if len(e.Table.Proposals) == 0 {
		e.tell(engine.Msg(key.ProposalsNone))
	}
	asked := e.Table.Voting().Asked(e.Seat)
	for _, p := range e.Table.Proposals {
		if slices.ContainsFunc(asked, func(a table.Proposal) bool { return a.N == p.N }) {
			continue // every reply has those at its end
		}
		e.tell(p.Says)
		for _, m := range p.Differs {
			e.tell(m)
		}
		e.tell(content.VoteState(e.Table, p))
	}
	return true
})
