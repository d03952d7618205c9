// Package realgame holds a test alone: a game of Russian Railroads of four
// seats, played through Dovecot and Postfix. The service runs as it does with a
// provider's mailbox. Each seat fetches its letters from its own mailbox, takes
// a choice as it is printed, and replies with its own mail program, which
// quotes in its own way.
package realgame
