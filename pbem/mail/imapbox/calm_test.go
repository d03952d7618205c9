//go:build !race

package imapbox

const racing = false
