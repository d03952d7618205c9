// Package key holds the keys of what the service says, templates/en/pbem.toml.
package key

//go:generate go run railpost/templates/keys pbem.toml set-talk- plan-ends- plan-left-out- unsubscribed- accept-late- not-running- set-letters- letters- set-view- set-pictures- view- no-answer- status- otherwise- late- time-out- rule-late- rule-robot- rule-deals- rule-absence- away-done- away-played- proposed- agreed- lapsed- vote-ask- vote-ends- rule-votes- organiser-help- organiser-suspended- report- set-hook-no-
