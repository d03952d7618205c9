// Package seed plays weeks of faults from one seed: the real daemon over a file, or several over a model of the database,
// mail servers on connections in memory, players, robots and an organiser in one bubble of testing/synctest.
//
// A number decides what happens: a daemon dies or stands still at a point or at any time, writes are lost or torn, the
// disk is full or fails, the database cannot be reached or answers late, the clock on the wall steps or drifts, servers
// refuse, put off, take without saying so, are slow, fall silent, number their mail anew. After every event, and at the end,
// laws are checked (law_test.go). When the last fault is over, everything must have been done within a while.
//
//	go test ./pbem/lab/seed -run Seeds -seed 7 -v           one seed, with what happens
//	go test ./pbem/lab/seed -run Seeds -seeds 100 -from 200
//	go test ./pbem/lab/seed -run Seeds -script FILE  the events of a file, as a failure prints them
package seed
