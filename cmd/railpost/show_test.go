package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// TestShowHasOneClock: every time in game show is in the zone of the service, in text and in JSON, wherever the
// command runs, and nothing explains how to answer. A paused game has no due time.
func TestShowHasOneClock(t *testing.T) {
	level.Sequential(t)
	o := newOrganiser(t)
	conf := expect.Get(os.ReadFile(o.in("railpost.toml")))(t)
	conf = append(conf, "[game.defaults]\nzone = \"Asia/Tokyo\"\n[identity]\ncontact = \"host@localhost\"\n"...)
	expect.NoError(t, os.WriteFile(o.in("railpost.toml"), conf, 0o600))
	local := time.Local
	time.Local = time.FixedZone("XYZ", -5*3600)
	defer func() { time.Local = local }()
	o.railpost("game", "create", "russian", "winter", "--start-now", "--player", "Ana <ana@localhost>", "--player", "Ben <ben@localhost>")
	text := o.railpost("game", "show", "winter")
	head, below := regexp.MustCompile(`until \d+-\d+-\d+ (\d+:\d+) JST`).FindStringSubmatch(text), regexp.MustCompile(`until .* (\d+:\d+) \(Asia/Tokyo\)`).FindStringSubmatch(text)
	if len(head) == 0 || len(below) == 0 || head[1] != below[1] || strings.Contains(text, "XYZ") || strings.Contains(text, "UTC") {
		t.Errorf("times %v and %v in\n%s", head, below, text)
	}
	for _, mail := range []string{"HOW TO ANSWER", "host@localhost", "your answer"} {
		expect.Lacks(t, "game show", text, mail)
	}
	js := o.railpost("game", "show", "winter", "--json")
	times := regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*"`).FindAllString(js, -1)
	for _, at := range times {
		expect.True(t, strings.HasSuffix(at, `+09:00"`), "%s is in another zone", at)
	}
	expect.True(t, len(times) >= 3 && strings.Contains(js, `"zone": "Asia/Tokyo"`), "%d times in\n%s", len(times), js)
	for _, said := range []string{o.railpost("game", "pause", "winter"), o.railpost("game", "show", "winter"), o.railpost("game", "list")} {
		if strings.Contains(said, "until") || regexp.MustCompile(`JST +\d{4}|XYZ +\d{4}`).MatchString(said) || !regexp.MustCompile(`Ana|Ben`).MatchString(said) {
			t.Errorf("a paused game is due:\n%s", said)
		}
	}
}
