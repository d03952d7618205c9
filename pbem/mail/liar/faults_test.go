package liar_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"railpost/pbem/mail/liar"
)

// fault is a reported fault of providers' servers; most names are those of the cases. Its random
// choices stay the same while it lasts.
type fault struct {
	name string
	imap func(r *rand.Rand) func(c *liar.Command)
	smtp func(r *rand.Rand) func(o *liar.Order)
}

// on lies at one command.
func on(name string, lie func(c *liar.Command)) func(*rand.Rand) func(*liar.Command) {
	return func(*rand.Rand) func(*liar.Command) {
		return func(c *liar.Command) {
			if c.Name == name {
				lie(c)
			}
		}
	}
}

// says refuses one command with a text, or answers it so in place of the truth.
func says(name, end string) func(*rand.Rand) func(*liar.Command) {
	return on(name, func(c *liar.Command) { c.Refuse(end) })
}

// cuts ends the connection at one command with a last line, "" for none.
func cuts(name, last string) func(*rand.Rand) func(*liar.Command) {
	return on(name, func(c *liar.Command) {
		c.Refuse("")
		c.Raw, c.Then = last, liar.HangUp
	})
}

// adds puts untagged lines before the answer of one command.
func adds(name string, lines ...string) func(*rand.Rand) func(*liar.Command) {
	return on(name, func(c *liar.Command) { c.Lines = slices.Concat(lines, c.Lines) })
}

// rewrites changes all lines of one command's answer.
func rewrites(name string, change func(string) string) func(*rand.Rand) func(*liar.Command) {
	return on(name, func(c *liar.Command) {
		for i, line := range c.Lines {
			c.Lines[i] = change(line)
		}
	})
}

// body reports whether a command fetches texts.
func body(c *liar.Command) bool {
	return c.Name == "UID FETCH" && strings.Contains(c.Args, "BODY.PEEK[]")
}

// several reports whether a command names more than one mail.
func several(c *liar.Command) bool {
	set, _, _ := strings.Cut(c.Args, " ")
	return strings.ContainsAny(set, ",:")
}

// one lies about the text of some mails, always the same ones.
func one(lie func(c *liar.Command)) func(*rand.Rand) func(*liar.Command) {
	return func(r *rand.Rand) func(*liar.Command) {
		rest := r.IntN(4)
		return func(c *liar.Command) {
			if body(c) && slices.ContainsFunc(uids.FindAllStringSubmatch(strings.Join(c.Lines, "\n"), -1), func(m []string) bool {
				return (int(m[1][len(m[1])-1])-'0')%4 == rest
			}) {
				lie(c)
			}
		}
	}
}

var (
	uids = regexp.MustCompile(`(?m)^\* \d+ FETCH \(UID (\d+)`)
	size = regexp.MustCompile(`RFC822\.SIZE \d+`)
)

// at answers one order of SMTP with a line, for some recipients or for all.
func at(name, reply string, then ...liar.Then) func(*rand.Rand) func(*liar.Order) {
	return func(*rand.Rand) func(*liar.Order) {
		return func(o *liar.Order) {
			if o.Name != name {
				return
			}
			o.Refuse(reply)
			for _, o.Then = range then {
			}
		}
	}
}

// waits lets a client wait for a reply.
func waits(name string, wait time.Duration) func(*rand.Rand) func(*liar.Order) {
	return func(*rand.Rand) func(*liar.Order) {
		return func(o *liar.Order) {
			if o.Name == name {
				o.Wait = wait
			}
		}
	}
}

// keeps changes the answer to a letter that is delivered all the same.
func keeps(change func(o *liar.Order)) func(*rand.Rand) func(*liar.Order) {
	return func(*rand.Rand) func(*liar.Order) {
		return func(o *liar.Order) {
			if o.Name == "TEXT" {
				change(o)
			}
		}
	}
}

// faults are all that a campaign draws from.
var faults = []fault{
	{name: "gmail_session_expired", imap: cuts("IDLE", "* BYE Session expired, please login again.\r\n")},
	{name: "gmail_overquota_bye", imap: cuts("SELECT", "* BYE [OVERQUOTA] Account exceeded command or bandwidth limits.\r\n")},
	{name: "greeting_bye", imap: cuts("GREETING", "* BYE [UNAVAILABLE] try later\r\n")},
	{name: "gmail_toomany", imap: says("LOGIN", "NO [ALERT] Too many simultaneous connections. (Failure)")},
	{name: "gmail_overquota_login", imap: says("LOGIN", "NO [OVERQUOTA] Account exceeded command or bandwidth limits.")},
	{name: "overquota_fetch", imap: says("UID FETCH", "NO [OVERQUOTA] Account exceeded command or bandwidth limits.")},
	{name: "throttled_fetch", imap: says("UID FETCH", "NO [THROTTLED] Request is throttled. Suggested Backoff Time: 15000 milliseconds")},
	{name: "exchange_not_connected", imap: says("SELECT", "BAD User is authenticated but not connected.")},
	{name: "netease_id", imap: says("SELECT", "NO SELECT Unsafe Login. Please contact kefu@188.com for help")},
	{name: "move_ok_but_stays", imap: on("UID MOVE", func(c *liar.Command) { c.Lines = nil; c.Pretend() })},
	{name: "move_overquota", imap: says("UID MOVE", "NO [OVERQUOTA] Quota exceeded (mailbox for user is full)")},
	{name: "poison_bye", imap: one(func(c *liar.Command) { c.Refuse(""); c.Raw, c.Then = "* BYE Internal error\r\n", liar.HangUp })},
	{name: "poison_parse", imap: one(func(c *liar.Command) { c.Lines = append(c.Lines, "* 1 FETCH (UID 1 ENVELOPE (((") })},
	{name: "poison_no", imap: one(func(c *liar.Command) { c.Refuse("NO [SERVERBUG] UID FETCH Server error - Please try again later") })},
	{name: "fetch_ok_without_data", imap: one(func(c *liar.Command) { c.Lines = nil })},
	{name: "hotmail_bye_on_large_fetch", imap: on("UID FETCH", func(c *liar.Command) {
		if body(c) && several(c) {
			c.Refuse("")
			c.Then = liar.HangUp
		}
	})},
	{name: "silence_always_for_one", imap: one(func(c *liar.Command) {
		text := strings.Join(c.Lines, "\r\n")
		c.Refuse("")
		c.Raw, c.Then = text[:len(text)/2], liar.Hush
	})},
	{name: "silence_at_search", imap: on("UID SEARCH", func(c *liar.Command) { c.Refuse(""); c.Then = liar.Hush })},
	{name: "idle_half_open", imap: on("IDLE", func(c *liar.Command) { c.Then = liar.Hush })},
	{name: "exchange_size_estimate", imap: func(r *rand.Rand) func(*liar.Command) {
		n := []int{0, 1, 700, 90000}[r.IntN(4)]
		return func(c *liar.Command) {
			for i, line := range c.Lines {
				c.Lines[i] = size.ReplaceAllString(line, fmt.Sprint("RFC822.SIZE ", n))
			}
		}
	}},
	{name: "unsolicited_flags_bracket", imap: adds("UID FETCH", "* FLAGS (\\Seen [Gmail] [css3-page])", "* 1 FETCH (FLAGS ([css3-page]) UID 1)")},
	{name: "unknown_untagged", imap: adds("UID SEARCH", "* XSTATUS (something new)", "* 7 RECENT", "* OK [NEWCODE (x] y")},
	{name: "flags_at_select", imap: adds("SELECT", `* FLAGS ("\\Deleted" a(b [c])`, `* OK [PERMANENTFLAGS (\Answered \Flagged [css3-page] )] x`)},
	{name: "gmail_labels_unsolicited", imap: adds("UID FETCH", `* 1 FETCH (X-GM-LABELS ("\\Inbox" "a b") UID 1)`)},
	{name: "qq_space_before_paren", imap: rewrites("UID FETCH", func(line string) string { return strings.TrimSuffix(line, ")") + " )" })},
	{name: "lower_case", imap: rewrites("SELECT", strings.ToLower)},
	{name: "ghost_in_search", imap: rewrites("UID SEARCH", func(line string) string { return line + " 99999999" })},
	{name: "search_trailing_space", imap: rewrites("UID SEARCH", func(line string) string { return line + " " })},
	{name: "slow_fetch", imap: on("UID FETCH", func(c *liar.Command) { c.Pace = 3 * time.Second })},
	{name: "slow_server", imap: func(*rand.Rand) func(*liar.Command) {
		return func(c *liar.Command) { c.Pace = 12 * time.Second }
	}},
	{name: "too_slow", imap: func(*rand.Rand) func(*liar.Command) {
		return func(c *liar.Command) { c.Pace = 50 * time.Second }
	}},
	{name: "read_only", imap: on("SELECT", func(c *liar.Command) { c.End = "OK [READ-ONLY] open" })},

	{name: "gmail_daily_limit", smtp: at("TEXT", "550 5.4.5 Daily user sending limit exceeded.")},
	{name: "outlook_suspended", smtp: at("TEXT", "554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; WASCL UserAction verdict is Suspend")},
	{name: "outlook_518_rcpt", smtp: at("RCPT", "550 5.1.8 Access denied, bad outbound sender")},
	{name: "smtp_530_mail", smtp: at("MAIL", "530 5.7.57 Client not authenticated to send mail")},
	{name: "auth_535", smtp: at("AUTH", "535 5.7.139 Authentication unsuccessful, the user account is temporarily locked")},
	{name: "too_many_logins", smtp: at("AUTH", "454 4.7.0 Too many login attempts, please try again later.")},
	{name: "greet_421", smtp: at("GREETING", "421 4.7.0 Try again later, closing connection.", liar.HangUp)},
	{name: "mid_421", smtp: at("RCPT", "421 4.3.2 Service shutting down", liar.HangUp)},
	{name: "greylist_450", smtp: at("RCPT", "450 4.2.0 Greylisted, please try again later")},
	{name: "one_recipient_451", smtp: func(r *rand.Rand) func(*liar.Order) {
		who := names[r.IntN(len(names))]
		return func(o *liar.Order) {
			if o.Name == "RCPT" && strings.Contains(o.Args, who) {
				o.Refuse("451 4.3.0 Temporary problem with this mailbox")
			}
		}
	}},
	{name: "too_many_452", smtp: at("RCPT", "452 4.5.3 Too many recipients")},
	{name: "transient_451_text", smtp: at("TEXT", "451 4.7.1 Please try again later")},
	{name: "silent_354", smtp: func(*rand.Rand) func(*liar.Order) {
		return func(o *liar.Order) {
			if o.Name == "DATA" {
				o.Reply, o.Then = nil, liar.Hush
			}
		}
	}},
	{name: "slow_banner", smtp: waits("GREETING", 3*time.Minute)},
	{name: "slow_354", smtp: waits("DATA", 40*time.Second)},
	{name: "slow_250", smtp: waits("TEXT", 5*time.Minute+30*time.Second)},
	{name: "too_slow_250", smtp: waits("TEXT", 11*time.Minute)},
	{name: "drop_after_dot", smtp: keeps(func(o *liar.Order) { o.Reply, o.Then = nil, liar.HangUp })},
	{name: "silent_after_dot", smtp: keeps(func(o *liar.Order) { o.Reply, o.Then = nil, liar.Hush })},
	{name: "blank_line_before_250", smtp: keeps(func(o *liar.Order) { o.Reply = append([]string{""}, o.Reply...) })},
	{name: "two_replies_to_data", smtp: keeps(func(o *liar.Order) { o.Reply = append(o.Reply, o.Reply...) })},
	{name: "mismatched_multiline", smtp: keeps(func(o *liar.Order) { o.Reply = []string{"250-ok", "220 ready"} })},
}
