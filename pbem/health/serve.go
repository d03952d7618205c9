package health

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// ListenAndServe serves the Handler on a TCP address until ctx ends. With an empty address,
// which means "off", it returns nil at once.
func (h *Health) ListenAndServe(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("health.listen: %w; choose another address in [health]", err)
	}
	return h.Serve(ctx, listener)
}

// Serve serves the Handler until ctx ends, and then waits at most two seconds for requests
// in progress. It closes the listener.
func (h *Health) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           h.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		MaxHeaderBytes:    16 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("health listener: %w", err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-ended // http.ErrServerClosed
	if err != nil {
		return fmt.Errorf("health listener: %w", err)
	}
	return nil
}
