package imapbox

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/liar"
)

type lie = func(c *liar.Command)

// before sends lines before the answer to a command.
func before(name string, lines ...string) lie {
	return at(name, func(c *liar.Command) { c.Lines = append(slices.Clone(lines), c.Lines...) })
}

// ends replaces the last line of the answer to a command.
func ends(name, end string) lie {
	return at(name, func(c *liar.Command) { c.End = end })
}

// rewritten changes the lines of FETCH.
func rewritten(pattern, by string) lie { return changed("UID FETCH", pattern, by) }

// changed changes the lines of an answer, and removes lines that become empty.
func changed(name, pattern, by string) lie {
	re := regexp.MustCompile(pattern)
	return at(name, func(c *liar.Command) {
		for i, line := range c.Lines {
			c.Lines[i] = re.ReplaceAllString(line, by)
		}
		c.Lines = slices.DeleteFunc(c.Lines, func(l string) bool { return l == "" })
	})
}

// instead sends another line in answer to a command.
func instead(name, line string) lie {
	return at(name, func(c *liar.Command) { c.Lines = []string{line} })
}

// refused refuses a command the first times, or always if times is negative.
func refused(name string, times int, end string) lie {
	return at(name, func(c *liar.Command) {
		if times != 0 {
			times--
			c.Refuse(end)
		}
	})
}

func all(some ...lie) lie {
	return func(c *liar.Command) {
		for _, l := range some {
			l(c)
		}
	}
}

// announced adds capabilities, before the login and after.
func announced(caps string) lie {
	return func(c *liar.Command) {
		c.End = strings.Replace(c.End, "IMAP4rev1", "IMAP4rev1 "+caps, 1)
		for i := range c.Lines {
			c.Lines[i] = strings.Replace(c.Lines[i], "CAPABILITY IMAP4rev1", "CAPABILITY IMAP4rev1 "+caps, 1)
		}
	}
}

// TestSessions: reported answers of servers between the greeting and the reading of mail. The mail is read
// once, or it is clear why not; the account is not hammered.
func TestSessions(t *testing.T) {
	searched := 0
	for name, c := range map[string]struct {
		lie       lie
		says      []string      // while the client waits; another mail comes after that
		wait      time.Duration // 0: a minute
		logins    int           // 0: one
		most      int           // maximum of logins, if their number varies
		selects   int           // 0: as many as logins
		in        bool          // AUTHENTICATE is the login
		unread    bool
		state     State  // must be reported
		why       string // in its text
		processed string
		folder    string // for "Processed"
	}{
		// M1
		"select_flags_bracket":       {lie: before("SELECT", `* FLAGS (\Answered [css3-page] \Seen)`)},
		"select_permanent_bracket":   {lie: before("SELECT", `* OK [PERMANENTFLAGS (\Deleted [css3-page] \*)] limited`)},
		"select_flags_quoted":        {lie: before("SELECT", `* FLAGS ("\\Deleted" \Seen)`)},
		"select_flags_icloud_blank":  {lie: before("SELECT", `* FLAGS (\Answered \Flagged )`)},
		"select_flags_parenthesis":   {lie: before("SELECT", `* FLAGS (odd(tag \Seen)`)},
		"select_flags_closing":       {lie: before("SELECT", `* FLAGS (odd)tag \Seen)`)},
		"select_flags_empty_name":    {lie: before("SELECT", `* FLAGS (\ \Seen "")`)},
		"select_flags_no_list":       {lie: before("SELECT", `* FLAGS`, `* FLAGS \Seen`)},
		"select_permanent_odd":       {lie: before("SELECT", `* OK [PERMANENTFLAGS (\* {x} ")] x`, `* OK [PERMANENTFLAGS]`)},
		"unknown_untagged":           {lie: before("SELECT", "* XWHAT {6}\r\nab\r\ncd (x)", "* 5 XSTATE (a)", "* X-Y-Z", "*", "* 7", "")},
		"unknown_untagged_in_login":  {lie: before("LOGIN", "* XINFO hello", "* LANGUAGE (EN)")},
		"unknown_untagged_in_move":   {lie: before("UID MOVE", "* VANISHED 1", "* ANNOTATION (x)")},
		"untagged_odd_codes":         {lie: before("SELECT", "* OK [", "* OK []", "* OK [(x)] y", "* NO [HIGHESTMODSEQ -1] x", "* OK [UIDNEXT] x", "* BAD [A")},
		"tagged_odd_codes":           {lie: all(ends("SELECT", "OK [X(Y \"]\") z"), ends("LOGIN", "OK [READ-WRITE]in"), ends("CREATE", "OK [MAILBOXID (F1)]"))},
		"tagged_copyuid_odd":         {lie: ends("UID MOVE", "OK [COPYUID 1 1:* *] moved")},
		"tagged_without_text":        {lie: all(ends("SELECT", "OK"), ends("UID MOVE", "ok"))},
		"gmail_labels":               {lie: rewritten(`\(UID`, `(X-GM-LABELS (\Inbox "a) b" [Gmail] {9`+"}\r\nUID 9 (\")"+`) X-GM-MSGID 12 UID`)},
		"fetch_item_unknown":         {lie: rewritten(`\)$`, ` X-NEW (1 (2 "3")) X-OTHER {2}`+"\r\n()"+`)`)},
		"fetch_flags_bracket":        {lie: rewritten(`\(UID`, `(FLAGS (\Seen [css3-page] a"b) UID`)},
		"fetch_flags_parenthesis":    {lie: rewritten(`\(UID`, `(FLAGS (odd(tag) UID`)},
		"fetch_modseq_odd":           {lie: rewritten(`\)$`, ` MODSEQ 7)`)},
		"qq_space_before_paren":      {lie: rewritten(`\)$`, ` )`)},
		"fetch_space_after_paren":    {lie: rewritten(`\(UID`, `(  UID`)},
		"fetch_body_peek":            {lie: rewritten(`BODY\[`, `BODY.PEEK[`)},
		"fetch_lower_case":           {lie: rewritten(`FETCH \(UID`, `fetch (uid`)},
		"literal8":                   {lie: rewritten(`\{`, `~{`)},
		"literal_plus":               {lie: rewritten(`(\d)\}`, `$1+}`)},
		"internaldate_odd":           {lie: rewritten(`"[^"]*"`, `"Mon, 2 Mar 2026 10:00:00 GMT"`)},
		"internaldate_nil":           {lie: rewritten(`"[^"]*"`, `NIL`)},
		"internaldate_empty":         {lie: rewritten(`"[^"]*"`, `""`)},
		"internaldate_odd_no_size":   {lie: rewritten(`RFC822.SIZE \d+ INTERNALDATE "[^"]*"`, `INTERNALDATE "never"`)},
		"unsolicited_in_the_middle":  {lie: before("UID FETCH", `* 1 FETCH (UID 1 FLAGS ([Gmail]))`, `* 1 FETCH (FLAGS (\Seen ) UID 1)`)},
		"icloud_flags_while_idle":    {says: []string{`* 1 FETCH (FLAGS (\Seen ))`, `* 1 FETCH ( FLAGS ())`, `* FLAGS (a b )`}},
		"unsolicited_flags_bracket":  {says: []string{`* 1 FETCH (UID 1 FLAGS (\Seen [Gmail]))`, `* 1 FETCH (FLAGS ([css3-page]))`}},
		"unknown_untagged_idle":      {says: []string{`* XPING`, `* OK [`, `* OK still here`, `* 0 RECENT`, `* METADATA "" (/x`}},
		"capability_odd":             {lie: before("CAPABILITY", `* CAPABILITY IMAP4rev1 X(Y) "Z" MOVE`)},
		"namespace_odd":              {lie: before("NAMESPACE", `* NAMESPACE ((NIL "//")) nil`)},
		"status_odd":                 {lie: all(ends("CREATE", "NO there is one"), before("STATUS", `* STATUS x (UIDVALIDITY x)`))},
		"continuation_without_blank": {lie: ends("IDLE", "OK [X")},
		// M2
		"netease_id": {lie: func() lie {
			known := false
			return all(announced("ID"), func(c *liar.Command) {
				if known = known || c.Name == "ID" && strings.Contains(c.Args, `"name" "`); !known && c.Name == "SELECT" {
					c.Refuse("NO SELECT Unsafe Login. Please contact kefu@188.com for help")
				}
			})
		}()},
		"netease_never":   {lie: refused("SELECT", -1, "NO SELECT Unsafe Login."), wait: 50 * time.Minute, logins: 3, unread: true, state: Refused, why: "Unsafe Login"},
		"select_no_hours": {lie: refused("SELECT", -1, "NO [NOPERM] no"), wait: 5 * time.Hour, logins: 7, unread: true, state: Refused, why: "[NOPERM]"},
		"select_no_once":  {lie: refused("SELECT", 2, "NO not now"), logins: 3, state: Broken},
		"id_refused":      {lie: all(announced("ID"), refused("ID", 1, "BAD what?"))},
		"id_odd":          {lie: all(announced("ID"), before("ID", "* ID nil", "* ID (x)", `* ID ("name" NIL)`))},
		// M3
		"gmail_toomany":         {lie: refused("LOGIN", 1, "NO [ALERT] Too many simultaneous connections. (Failure)"), wait: 4 * time.Minute, logins: 2, selects: 1, state: Busy, why: "busy"},
		"gmail_overquota_login": {lie: refused("LOGIN", 1, "NO [OVERQUOTA] Account exceeded command or bandwidth limits. (Failure)"), wait: 4 * time.Minute, logins: 2, selects: 1, state: Busy},
		"yahoo_limit":           {lie: refused("LOGIN", 1, "NO [LIMIT] LOGIN Rate limit hit"), wait: 4 * time.Minute, logins: 2, selects: 1, state: Busy},
		"inuse":                 {lie: refused("SELECT", 1, "NO [INUSE] Mailbox in use"), wait: 4 * time.Minute, logins: 2, state: Busy},
		"unavailable":           {lie: refused("LOGIN", 1, "NO [UNAVAILABLE] Temporary authentication failure."), wait: 4 * time.Minute, logins: 2, selects: 1, state: Busy},
		"temporarily":           {lie: refused("LOGIN", 1, "NO Server temporarily out of order"), wait: 4 * time.Minute, logins: 2, selects: 1, state: Busy},
		"overquota_select":      {lie: refused("SELECT", 1, "NO [OVERQUOTA] Account exceeded limits"), wait: 4 * time.Minute, logins: 2, state: Busy},
		"try_later_greeting":    {lie: refused("GREETING", 1, "BYE Too many connections from your address, try again later"), wait: 4 * time.Minute, state: Busy},
		"gmail_overquota_bye": {lie: func(c *liar.Command) {
			if c.Name == "SELECT" && c.Conn == 1 {
				c.Refuse("")
				c.Lines, c.Then = []string{"* BYE [OVERQUOTA] Account exceeded command or bandwidth limits."}, liar.HangUp
			}
		}, wait: 4 * time.Minute, logins: 2, state: Busy, why: "bandwidth"},
		"session_expired": {lie: func(c *liar.Command) {
			if c.Name == "SELECT" && c.Conn == 1 {
				c.Refuse("")
				c.Lines, c.Then = []string{"* bye Session expired, please login again."}, liar.HangUp
			}
		}, logins: 2, state: Broken, why: "expired"},
		"backoff_early":          {lie: refused("LOGIN", 1, "NO Suggested Backoff Time: 300000 milliseconds"), wait: 299 * time.Second, unread: true, selects: -1, state: Busy},
		"backoff_over":           {lie: refused("LOGIN", 1, "NO Suggested Backoff Time: 300000 milliseconds"), wait: 302 * time.Second, logins: 2, selects: 1, state: Busy},
		"in_5_minutes":           {lie: refused("SELECT", 1, "NO [THROTTLED] please try again in 5 minutes"), wait: 302 * time.Second, logins: 2, state: Busy},
		"busy_for_an_hour":       {lie: refused("LOGIN", -1, "NO [LIMIT] too many"), wait: time.Hour, logins: 6, unread: true, selects: -1, state: Busy},
		"busy_and_a_second":      {lie: refused("LOGIN", -1, "NO [LIMIT] try again in 1 second"), wait: time.Hour, most: 30, unread: true, selects: -1, state: Busy},
		"busy_for_a_year":        {lie: refused("LOGIN", -1, "NO [LIMIT] try again in 8766 hours"), wait: 150 * time.Minute, logins: 3, unread: true, selects: -1, state: Busy},
		"password":               {lie: refused("LOGIN", -1, "NO [AUTHENTICATIONFAILED] failed, try again later"), wait: 50 * time.Minute, unread: true, selects: -1, state: Refused},
		"password_without_code":  {lie: refused("LOGIN", -1, "NO Invalid user or password, please try again"), wait: 50 * time.Minute, unread: true, selects: -1, state: Refused},
		"app_password_necessary": {lie: refused("LOGIN", -1, "NO [ALERT] Application-specific password required"), wait: 50 * time.Minute, unread: true, selects: -1, state: Refused},
		// M4
		"login_disabled_plain":   {lie: announced("LOGINDISABLED AUTH=PLAIN"), in: true},
		"login_disabled_sasl_ir": {lie: announced("LOGINDISABLED AUTH=XOAUTH2 AUTH=PLAIN SASL-IR"), in: true},
		"login_disabled_busy":    {lie: all(announced("LOGINDISABLED AUTH=PLAIN"), refused("AUTHENTICATE", 1, "NO [LIMIT] later")), in: true, wait: 4 * time.Minute, logins: 2, selects: 1, state: Busy},
		"login_disabled_wrong":   {lie: all(announced("LOGINDISABLED AUTH=PLAIN"), refused("AUTHENTICATE", -1, "NO no")), in: true, wait: 50 * time.Minute, unread: true, selects: -1, state: Refused},
		"login_disabled":         {lie: announced("LOGINDISABLED AUTH=XOAUTH2"), logins: -1, selects: -1, unread: true, state: Refused, why: "LOGINDISABLED"},
		// What was read before, too.
		"gmail_session_expired": {lie: once("IDLE", func(c *liar.Command) {
			c.Raw, c.Then = "* BYE Session expired, please login again.\r\n", liar.HangUp
		}), says: []string{}, logins: 2, state: Broken, why: "expired"},
		"gmail_labels_unsolicited": {lie: before("UID FETCH", `* 1 FETCH (X-GM-LABELS ("\\Inbox" "a b" [Gmail]) UID 1)`)},
		"unsolicited_flags_seq":    {lie: before("UID FETCH", `* 1 FETCH (FLAGS (\Seen))`, "* 1 RECENT", `* 1 FETCH (MODSEQ (5))`)},
		"lower_case": {lie: func(c *liar.Command) {
			if c.Name == "IDLE" { // the liar detects its end by OK
				return
			}
			if c.End = strings.ToLower(c.End); c.Name != "UID FETCH" {
				c.Lines = strings.Split(strings.ToLower(strings.Join(c.Lines, "\n")), "\n")
				c.Lines = slices.DeleteFunc(c.Lines, func(l string) bool { return l == "" })
			}
		}},
		"exchange_not_connected": {lie: refused("SELECT", 5, "BAD User is authenticated but not connected."), logins: 6, state: Broken},
		"internaldate_missing":   {lie: rewritten(` INTERNALDATE "[^"]*"`, "")},
		"internaldate_1899":      {lie: rewritten(`"[^"]*"`, `"01-Jan-1899 00:00:00 +0000"`)},
		"internaldate_one_digit": {lie: rewritten(`"[^"]*"`, `"2-Mar-2026 10:00:00 +0000"`)},
		"greeting_bye":           {lie: refused("GREETING", 1, "BYE over"), state: Broken},
		"idle_never_tells":       {lie: func(c *liar.Command) { c.Then = map[bool]liar.Then{true: liar.Mute}[c.Name == "IDLE"] }, says: []string{}, wait: 6 * time.Minute, selects: 2},
		"idle_half_open":         {lie: once("IDLE", func(c *liar.Command) { c.Then = liar.Hush }), says: []string{}, wait: 6 * time.Minute, logins: 2, state: Broken},
		"partial_literal_then_silence": {lie: once("UID FETCH", func(c *liar.Command) {
			c.Refuse("")
			c.Raw, c.Then = "* 1 FETCH (UID 1 BODY[] {500}\r\nFrom: ", liar.Hush
		}), wait: 2 * time.Minute, logins: 2, state: Broken},
		"mailbox_deleted_while_open":  {lie: refused("UID SEARCH", 1, "NO [NONEXISTENT] Mailbox was deleted"), logins: 2, state: Broken},
		"search_trailing_space":       {lie: changed("UID SEARCH", `$`, " ")},
		"search_no_answer_when_empty": {lie: changed("UID SEARCH", `^\* SEARCH$`, "")},
		"search_charset_bad": {lie: func(c *liar.Command) {
			if c.Name == "UID SEARCH" && strings.Contains(c.Args, "CHARSET") {
				c.Refuse("BAD [BADCHARSET (US-ASCII)] no")
			}
		}},
		"ghost_in_search":       {lie: changed("UID SEARCH", `$`, " 99999")},
		"second_client_deletes": {lie: all(changed("SELECT", "1 EXISTS", "2 EXISTS"), once("UID SEARCH", func(c *liar.Command) { c.Lines[0] += " 2" }), once("UID FETCH", before("UID FETCH", "* 2 EXPUNGE")))},
		"filter_moves_first":    {lie: all(changed("SELECT", "1 EXISTS", "2 EXISTS"), once("UID SEARCH", func(c *liar.Command) { c.Lines[0] += " 2" }))},
		"flags_double_space":    {lie: before("SELECT", `* FLAGS (\Answered  \Seen)`)},
		"flags_leading_space":   {lie: before("SELECT", `* FLAGS ( \Answered \Seen)`)},
		"flags_utf8":            {lie: before("SELECT", `* FLAGS (\Answered wichtig-für-später)`, `* OK [PERMANENTFLAGS (ж)] x`)},
		"flags_keyword_spaces":  {lie: before("SELECT", `* FLAGS (\Answered not junk a/b)`)},
		"uidnext_0":             {lie: changed("SELECT", `UIDNEXT \d+`, "UIDNEXT 0")},
		"uidnext_missing":       {lie: changed("SELECT", `.*UIDNEXT.*`, "")},
		"uidvalidity_missing":   {lie: changed("SELECT", `.*UIDVALIDITY.*`, "")},
		"exists_missing":        {lie: changed("SELECT", `.*EXISTS.*`, "")},
		"folder_names":          {processed: "Züge & Spiele/Erledigt", folder: "INBOX.Z&APw-ge &- Spiele.Erledigt", lie: instead("NAMESPACE", `* NAMESPACE (("INBOX." ".")) NIL NIL`)},
		"folder_names_rev2":     {processed: "Züge", folder: "Z&APw-ge", lie: announced("IMAP4rev2")}, // Cyrus 3.10
		// L4
		"search_150k": {lie: func(c *liar.Command) {
			switch searched++; {
			case c.Name == "SELECT":
				c.Lines[0] = "* 150000 EXISTS"
				searched = 0
			case c.Name == "UID SEARCH" && searched == 1:
				c.Lines = []string{numbers(150_000)}
			}
		}},
		// L5
		"separator":           {processed: "A/B", folder: "A.B", lie: instead("NAMESPACE", `* namespace (("" ".") ("#x" "/")) nil nil`)},
		"separator_namespace": {processed: "A/B", folder: "A.B", lie: instead("NAMESPACE", `* NAMESPACE (("" ".")) NIL NIL`)},
		"separator_prefix":    {processed: "A/B", folder: "INBOX.A.B", lie: instead("NAMESPACE", `* NAMESPACE (("INBOX." ".")) NIL NIL`)},
		"separator_prefixed":  {processed: "INBOX/B", folder: "INBOX.B", lie: instead("NAMESPACE", `* NAMESPACE (("INBOX." ".")) NIL NIL`)},
		"separator_backslash": {processed: "A/B", folder: `A\\B`, lie: instead("NAMESPACE", `* NAMESPACE (("" "\\")) NIL NIL`)},
		"separator_list": {processed: "A/B", folder: "A.B", lie: all(instead("LIST", `* LIST (\Noselect \X]Y) "." ""`), func(c *liar.Command) {
			c.End = strings.Replace(c.End, " NAMESPACE", "", 1)
		})},
		"no_separator":       {processed: "A/B", folder: "A/B", lie: instead("NAMESPACE", `* NAMESPACE (("" NIL)) NIL NIL`)},
		"namespace_nothing":  {processed: "A/B", folder: "A/B", lie: instead("NAMESPACE", `* NAMESPACE NIL NIL NIL`)},
		"namespace_refused":  {processed: "A/B", folder: "A/B", lie: refused("NAMESPACE", -1, "BAD no")},
		"separator_in_list8": {lie: before("LIST", "* LIST () \"/\" {3}\r\nabc", `* LIST () nil INBOX`)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newLiar(t)
				s.Lie = c.lie
				s.Put(mail(1))
				d := newDaemon()
				folder, conf := cmp.Or(c.folder, "Processed"), wired(s)
				conf.Processed = c.processed
				start(t, conf, d)
				time.Sleep(30 * time.Second)
				want := map[int]int{1: 1}
				if c.says != nil {
					for _, line := range c.says {
						s.Say(line)
						synctest.Wait()
					}
					s.Put(mail(2))
					want[2] = 1
				}
				if c.unread {
					want = map[int]int{}
				}
				time.Sleep(max(c.wait, time.Minute) - 30*time.Second)
				synctest.Wait()
				d.mu.Lock()
				defer d.mu.Unlock()
				expect.Same(t, []any{want, s.Mails(folder), s.Folders()}, fmt.Sprint(d.given), fmt.Sprint(want))
				expect.Same(t, []any{want, s.Mails(folder), s.Folders()}, len(s.Mails(folder)), len(want))
				logins, name, other := atLeastOne(c.logins, 1), "LOGIN", "AUTHENTICATE"
				if c.in {
					name, other = other, name
				}
				if n := s.Count(name); c.most > 0 && n <= c.most {
					logins = n
				}
				selects := atLeastOne(c.selects, logins)
				if s.Count(name) != logins || s.Count(other) != 0 || s.Count("SELECT") != selects {
					t.Errorf("%d %s, %d %s, %d SELECT; want %d and %d", s.Count(name), name, s.Count(other), other, s.Count("SELECT"), logins, selects)
				}
				for _, state := range []State{Busy, Broken, Refused} {
					seen := d.saw(state)
					if c.state == state && !seen || c.state != state && seen && !(c.state == Refused && state == Broken) {
						t.Errorf("state %q: %v; %+v", state, seen, d.statuses)
					}
				}
				said := false
				for _, st := range d.statuses {
					said = said || st.State == c.state && strings.Contains(fmt.Sprint(st.Err), c.why)
				}
				expect.True(t, said || c.why == "", "not said: %q; %+v", c.why, d.statuses)
			})
		})
	}
}

// atLeastOne is n; for 0 the default, and for -1 zero.
func atLeastOne(n, otherwise int) int {
	switch n {
	case 0:
		return max(otherwise, 0)
	case -1:
		return 0
	}
	return n
}
