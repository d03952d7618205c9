// Package httpd serves a handler over plain HTTP until the service ends, within limits that
// a slow or greedy client cannot exceed.
package httpd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// ListenAndServe serves a handler on a TCP address until ctx ends. With an empty address,
// which means "off", it returns nil at once. section is that of the configuration.
func ListenAndServe(ctx context.Context, section, address string, h http.Handler) error {
	if address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%s.listen: %w; choose another address in [%s]", section, err, section)
	}
	return Serve(ctx, section, listener, h)
}

// Serve serves a handler until ctx ends, and then waits at most two seconds for requests in
// progress. It closes the listener.
func Serve(ctx context.Context, section string, listener net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("%s listener: %w", section, err)
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
		return fmt.Errorf("%s listener: %w", section, err)
	}
	return nil
}
