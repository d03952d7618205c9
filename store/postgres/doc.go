// Package postgres is the store.Store of a service whose database others run, replicate and back
// up: PostgreSQL 14 or later. Several processes may have it open.
//
// # Transactions
//
// A call that writes is one transaction, at READ COMMITTED. What it decides on it has locked
// before it reads: a Commit takes advisory locks of its game, its mail and the groups of its
// letters, in the order of their numbers, and then row locks of due rows and letters. So the mails
// of one game come one after another and those of different games side by side. Reads of several
// statements are REPEATABLE READ. Records are only ever appended: a trigger refuses to change one,
// or to delete one while its game is there.
//
// # Faults
//
// A transaction is tried again after a deadlock, a failure to serialise or a lock that was not
// had in time, and when the connection is lost, with pauses that grow from 10 ms to 2 s, for
// Options.Patience in all. If it is lost at COMMIT, nobody has said whether the transaction was
// kept: then the row is read in which each session counts those that have written, and if that is
// not there the error is store.ErrUnsure. Each session has statement_timeout, lock_timeout and
// idle_in_transaction_session_timeout, so that a process which hangs or is cut off frees its locks. From a
// server that is cut off nothing comes, not even an error: an attempt ends after Options.Patience, and a session
// that was idle is asked whether it is there before it is used.
//
// # Leases
//
// Every process sees what others hold: a lease, and that a letter may have been attempted, are
// written down. Close gives back what this process holds; what a killed one held is free when
// its lease has run out, by the database's clock. Names (Try) are
// advisory locks of one session, which the server ends when it has not heard of the process for half a minute.
//
// # Notifications
//
// What has changed is told to other processes in a transaction behind the commits, about every 10 ms: a
// transaction that notifies holds a lock of the whole server until its commit is flushed, and would keep
// those of other games waiting.
//
// # What the server's log can show
//
// Values are parameters of type bytea and deflated, so a log with log_statement=all or a failing row
// shows no order and no letter as it was written. It is compressed, not encrypted: whoever reads the log
// or the database can unpack it. log_parameter_max_length=0 and log_parameter_max_length_on_error=0 keep
// parameters out of the log.
package postgres
