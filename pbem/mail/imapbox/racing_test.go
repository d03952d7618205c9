//go:build race

package imapbox

// racing: under the race detector go-imap takes far more memory, which says
// nothing of what it takes in service.
const racing = true
