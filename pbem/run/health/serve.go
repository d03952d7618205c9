package health

import (
	"context"
	"net"

	"railpost/pbem/show/httpd"
)

// ListenAndServe serves the Handler on a TCP address until ctx ends. With an empty address,
// which means "off", it returns nil at once.
func (h *Health) ListenAndServe(ctx context.Context, address string) error {
	return httpd.ListenAndServe(ctx, "health", address, h.Handler())
}

// Serve serves the Handler until ctx ends, see httpd.Serve.
func (h *Health) Serve(ctx context.Context, listener net.Listener) error {
	return httpd.Serve(ctx, "health", listener, h.Handler())
}
