// Package clock contains the rules of time: when a seat is reminded, how long it has, by
// how much an outage shifts all of it, and the tick that makes the daemon check. Everything but
// Ticker and Sleep, which wait by the monotonic clock, is a pure function of the times it is given; what is
// due is stored elsewhere. It is the only importer of robfig/cron, which parses expressions and is
// never asked what was missed.
package clock
