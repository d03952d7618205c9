// Package simulate plays weeks or a year of many tables in fake time: the real service over a real
// file, with its clock, its reading of mails and its letters; robots
// with the habits of people. A ledger of its own, which knows what the robots sent, what
// each game's log says and what the documentation promises, finds letters that are missing
// or come twice, and players for whom is waited longer than their table has agreed on.
package simulate
