//go:build race

package imapbox

// racing: under the race detector go-imap takes far more memory than in service.
const racing = true
