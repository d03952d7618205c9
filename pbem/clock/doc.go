// Package clock holds the rules of time: when a seat is
// reminded, how long it has, by how much an outage moves all of it, and the
// tick that makes the daemon look. All but Ticker are pure functions of the
// times they are given; what is due is stored elsewhere. It is the only
// importer of robfig/cron, which parses expressions and wakes the ticker but
// is never asked what was missed.
package clock
