// Package crashtest kills a running service and looks for what was lost.
//
// A daemon runs in a child process, over a store in a folder, against mail
// servers that live on in the process of the test. Players of many small games
// write to it by SMTP and read their letters by IMAP; some of their mails come
// twice. The child is killed (SIGKILL) between every two side effects, by
// itself at a named point, and at random instants. Afterwards log, mailbox and
// outbox are compared with what the players have sent and received. Of several
// daemons on one database one is killed at a time, and the others go on. The daemons'
// logs tell whether a letter may have come twice: when it was handed over, until when
// it was held, and when that was noted.
//
// The default level kills a service over a file at one point after another. RAILPOST_FULL=1 adds the
// points next to those, random instants, PostgreSQL, several daemons, real mail servers and a full disk.
//
//	RAILPOST_LONG=1 go test ./pbem/lab/crashtest -run TestCrash -v -timeout 60m
//
// kills a thousand times instead of sixty.
package crashtest
