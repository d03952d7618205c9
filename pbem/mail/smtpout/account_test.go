package smtpout

import (
	"fmt"
	"net/textproto"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/liar"
)

// TestOfAccount: reported wordings of providers' refusals. A statement about the account stops the queue at
// once; one about a recipient or a letter never does.
func TestOfAccount(t *testing.T) {
	const to = "ana@example.org"
	for class, replies := range map[Class][]string{
		Stop: {
			"550 5.4.5 Daily user sending limit exceeded. For more information on Gmail",
			"550 Daily user sending quota exceeded", // Gmail, as some relays pass it on
			"421 4.7.0 Too many messages sent from this account",
			"554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message",
			"554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; The message can't be submitted because the sender's submission quota was exceeded",
			"554 5.2.252 SendAsDenied; games@example.net not allowed to send as other@example.net",
			"550 5.7.60 SMTP; Client does not have permissions to send as this sender",
			"432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded",
			"550 5.1.8 Access denied, bad outbound sender",
			"550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
			"550 5.7.501 Access denied, spam abuse detected",
			"550 5.7.705 Access denied, tenant has exceeded threshold",
			"550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP",
			"451 4.7.500 Server busy. Please try again later",
			"421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints",
			"550 5.7.0 From address is not one of your addresses",
			"550 Domain example.net has exceeded the max emails per hour (150/150 (100%)) allowed. Message discarded.",
			"550 5.4.6 Unusual sending activity detected. Please try after sometime",
			"553 Relaying disallowed as games@example.net",
			"553 5.7.1 Sender is not allowed to relay emails",
			"553 5.7.1 <games@example.net>: Sender address rejected: not owned by user other",
			"451 4.7.1 Rate limit exceeded, try again later",
			"454 Throttling failure: Maximum sending rate exceeded.",
			"454 Throttling failure: Daily message quota exceeded.",
			"554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: games@example.net",
			"554 Sending paused for this account. For more information, please check the inbox; sending limit",
			"451 Maximum credits exceeded",
			"550 Unauthenticated senders not allowed",
			"550 The from address does not match a verified Sender Identity",
			"421 Domain example.net is not allowed to send: Free accounts are for test purposes only",
			"452 4.3.1 Domain has exceeded its hourly limit",
			"421 4.7.1 rate limit reached for this mailbox",
			"451 Ratelimit exceeded for mailbox games@example.net. Try again later",
			"451 4.7.1 Ratelimit \"hostinger_out_ratelimit\" exceeded",
			"550 exceeded daily sending limit",
			"550 Your account has been suspended",
			"550 5.7.1 Account suspended",
			"535 5.7.8 Bad credentials",
			"530 5.7.0 Authentication required",
			"550 relay not permitted",
			"550 5.7.1 Unable to relay",
			"450 4.7.1 <" + to + ">: Recipient address rejected: Policy rejection; Message count quota exceeded.",
			"554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
			"550 You have sent too many messages",
			"554 Transaction failed. Too many letters in one day",
			"550 5.7.232 Your message can't be sent because your trial tenant has exceeded its daily limit",
			"452 Too many emails per second. Please upgrade your plan",
			"450 4.1.8 <games@example.net>: Sender address rejected: Domain not found",
			"550 Sender verify failed",
			"550-5.4.5 You have reached a limit for sending mail. Your message was not sent.",
			"550 5.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address",
			"421 4.7.28 Gmail has detected an unusual rate of mail",
			"550 5.1.0 <games@example.net>: Sender address rejected: User unknown in virtual mailbox table",
			"552 5.2.2 Your account is over quota and cannot send",
			"550 5.2.1 Your account has been disabled",
			"450 4.7.1 too much mail from 192.0.2.1",
			"450 4.7.0 Message throttled due to policy reasons",
			"421 too many concurrent SMTP connections",
			"501 5.1.7 Bad sender address syntax",
			"530 5.7.0 Must issue a STARTTLS command first",
		},
		Refused: {
			"554 5.7.1 <" + to + ">: Relay access denied",
			"550 5.7.1 <" + to + ">: Recipient address rejected: Access denied",
			"550 5.7.1 Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.",
			"550 5.7.1 The user or domain that you are sending to (or from) has a policy that prohibited the mail that you sent",
			"550 Mail content denied. http://service.mail.qq.com/",
			"554 DT:SPM 163 smtp10,AAAA, please see http://mail.163.com/help/help_spam_16.htm",
			"554 5.7.1 Message rejected under suspicion of SPAM",
			"550 5.7.1 RESOLVER.RST.AuthRequired; authentication required",
			"550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; not authorized to send to the recipient",
			"550 5.7.1 Sender blocked by recipient",
			"554 5.4.14 Hop count exceeded - possible mail loop",
			"550 Administrative prohibition",
			"554 5.7.1 Spam score exceeded the threshold",
			"550 5.4.1 Recipient address rejected: Access denied",
			"550 5.5.0 Requested action not taken: mailbox unavailable",
			"554 Transaction failed",
			"550 " + to + " is not allowed here",
			"554 host mx.example.org said: 550 5.4.5 Daily sending limit exceeded",
		},
		RecipientBad: {
			"550 5.1.1 <" + to + ">: Recipient address rejected: User unknown in virtual mailbox table",
			"550 5.2.1 The email account that you tried to reach is disabled.",
			"552 5.2.2 The email account that you tried to reach is over quota and inactive.",
			"550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
			"550 5.2.121 Recipient's per hour message receive limit from specific sender exceeded",
			"554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException",
			"552 5.2.3 Your message exceeded Google's message size limits.",
			"552 5.3.4 Message size exceeds fixed limit",
			"552 Requested mail action aborted: exceeded storage allocation",
			"552 Too much mail data",
			"550 5.2.2 user has too many messages on the server",
			"552-5.7.0 This message was blocked because its content presents a potential security issue.",
			"550 5.1.1 <" + to + ">: Recipient address rejected: undeliverable address: host mx said: 550 Your account is suspended",
		},
		Transient: {
			"450 4.7.1 <" + to + ">: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch",
			"451 4.7.1 Greylisting in action, please come back later",
			"452 4.2.2 The email account that you tried to reach is over quota.",
			"450 4.2.1 The user you are trying to contact is receiving mail too quickly.",
			"452 4.5.3 Too many recipients",
			"452 4.3.1 Insufficient system storage",
			"451 Temporary local problem - please try later",
			"421 4.3.2 Service closing transmission channel",
			"450 4.1.1 <" + to + ">: Recipient address rejected: unverified address: host mx said: 451 rate limit exceeded",
		},
	} {
		for _, reply := range replies {
			var code int
			expect.Get(fmt.Sscan(reply, &code))(t)
			for _, at := range []step{atRcpt, atBody} {
				if r := classify(&textproto.Error{Code: code, Msg: reply[4:]}, at, to); r.Class != class && (at == atRcpt || class == Stop) {
					t.Errorf("%s at %d: %s, want %s", reply, at, r.Class, class)
				}
			}
		}
	}
}

// TestOutOfStep: a reply too many, before or after which the next commands are given, costs a connection and no letter;
// over a real connection, which holds back what is not read.
func TestOutOfStep(t *testing.T) {
	for _, extra := range []string{"250 ok", "250 queued", "354 go on", "503 5.5.1 what"} {
		for _, at := range []string{"GREETING", "EHLO", "MAIL", "RCPT", "TEXT"} {
			if extra[:3] == "354" && at == "RCPT" { // at which the liar's RCPT itself fails
				continue
			}
			for _, offers := range [][]string{nil, together} {
				n := 0
				s := serve(t, offers, func(o *liar.Order) {
					if o.Name == at {
						if n++; n == 1 {
							o.Reply = append(o.Reply, extra)
						}
					}
				})
				out := s.sender(t, nil)
				for i := range 4 {
					m, next := to(fmt.Sprint("p", i)), to(fmt.Sprint("p", i+1))
					if i == 3 {
						next = nil
					}
					r := out.SendBefore(t.Context(), *m, next)
					expect.Same(t, fmt.Sprintf("%s after %s, %v: letter %d: %+v", extra, at, offers, i, r), r.Class, Accepted)
				}
				expect.Same(t, fmt.Sprintf("%s after %s, %v", extra, at, offers), len(s.Letters()), 4)
			}
		}
	}
}
