package smtpout

import (
	"regexp"
	"strings"
	"sync"
)

// Providers refuse an account (a daily limit, a suspension, a From that is not its own) at any step and with
// any code, often with one that RFC 3463 has for recipients. Their texts tell more.

// either matches words in any spelling. Most processes never meet a refusal, and compile nothing.
func either(patterns ...string) func(text string) bool {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?is)` + strings.Join(patterns, "|")) })
	return func(text string) bool { return compiled().MatchString(text) }
}

// accountCode are the codes that only an account gets: RFC 3463 3.2 and 3.8 for the sender's address, Gmail's and
// Exchange's own for limits and blocked tenants.
var accountCode = regexp.MustCompile(
	`^(5\.4\.5|[45]\.1\.[78]|5\.1\.90|5\.2\.252|5\.7\.(2\d|23\d|57|6[04]|[57]\d\d)|4\.7\.5\d\d)$`)

// recipientCode are the codes about a mailbox; Exchange has more for restrictions on senders.
var recipientCode = regexp.MustCompile(`^[45]\.(1\.(1|2|3|6|10)|2\.([1-4]|1\d\d))$`)

// elsewhere are quotations of another server, and statements about one letter or about restrictions of its reader.
var elsewhere = either(`\b(said|was):`, `callout`, `un(deliverable|verified) address`, `recei(v|pt)`, `resolver\.`,
	`\bsend (\w+ ){0,3}to\b`, `to (this|that|the) (recipient|address|user|group)`,
	`(block|reject|refus)\w* by (the )?(recipient|user)`, `tr(y|ied|ying) to (reach|contact)`,
	`gr[ae]y.?list`, `postgrey`, `time.?(out|limit)`, `too many recipients`,
	`\b(size|length|large|larger|big|bytes|data|attachments?|hops?|loop|lines?|headers?)\b`)

// aboutSender are statements that can only be about the sender.
var aboutSender = either(
	`\b(daily|hourly|sending|outbound|outgoing|submission|sender('s)?|tenant|relay)\b.{0,60}\b(limit|quota|threshold|rate)`,
	`\bmessage (rate|count|quota)`, `\b(sender|domain)\b.{0,60}\bexceed`, `rate.?limit`, `throttl`,
	`unusual .{0,20}(activity|rate)`, `\[TSS\d+\]`, `outbound ?spam`, `submissionquota`, `send ?as`,
	`storedrv\.(submission|clientsubmit)`, `sen[dt](ing)? too (many|much|fast)`, `too much mail from`,
	`\b(credits? (exceeded|exhausted|used)|(insufficient|out of|no|maximum) credits?|payment|billing|unpaid|trial)\b`,
	`\b(e-?mails?|messages?|letters?|recipients)\b.{0,30}\b(per|in one|an?|this) (second|minute|hour|day)`,
	`too many .{0,20}(log-?ins?|connections|auth|sessions|requests)`, `(permissions?|rights?) to send`,
	`(not|dis)[- ]?(be )?(allow|permit|authori[sz]|entitl|own).{0,40}\b(send|sender|from|submit)`,
	`\bfrom\b.{0,30}\baddress`, `not .{0,20}verified|unverified|not one of your`, `sender (address )?verif`,
	`\bsender\b.{0,30}\b(reject|denied|block|not|suspend|restrict|refus|invalid|unknown|verif)`,
	`(bad|invalid|local|unauthenticated) (outbound )?sender`,
	`\b(your|sender'?s?|sending|sasl|smtp) (e-?mail )?`+
		`(account|domain|ip|host|server|access|service|plan|address|user|mailbox)\b.{0,40}\b(suspend|block|disabl|lock|`+
		`restrict|expire|terminat|ban|frozen|deactivat|blacklist|listed|clos|over|exceed|quota|limit|full)`,
	`\b(client|tenant|ip)\b.{0,60}\b(block|suspend|disabl|listed|blacklist|reject|ban)`, `blocked using`,
	`authenticat.{0,20}\b(required|needed|first)`, `not authenticated|must (be )?(authenticat|log)|log ?in first`,
)

// others are statements about a recipient or a text; limited are about the sender unless one of those matches.
var (
	aboutOther = either(`\b(mailbox|inbox|recipient|over ?quota|storage|disk|spam|score|content|virus)\b`,
		`no such|unknown|does ?n.t exist|not found`)
	limited = either(`limit|quota|exceed|suspend|\brate\b|too (many|fast)|frozen|banned`,
		`relay(ing)?\b.{0,20}\b(access|denied|disallow|not|prohibit|reject)`, `(unable|cannot|not|allowed) (to )?relay`)
)

// ofAccount reports whether a reply speaks of the sender or the account, as far as that is sure.
func ofAccount(r Result, to string) bool {
	code := r.Enhanced
	switch {
	case accountCode.MatchString(code), r.Code == 530, r.Code == 535:
		return true
	case elsewhere(r.Text):
		return false
	case aboutSender(r.Text):
		return true
	case r.Code == 552, recipientCode.MatchString(code), aboutOther(r.Text),
		strings.Contains(strings.ToLower(r.Text), strings.ToLower(to)):
		return false
	}
	return limited(r.Text)
}
