// The server's side of TLS, for development. Its types do not cross this header, so that no other module of OpenSSL's
// headers meets them.

#ifndef CTLS_SHIM_H
#define CTLS_SHIM_H

#include <openssl/ssl.h>
#include <signal.h>

/// Makes what connections share: a certificate and its key, from files in PEM; NULL if they are not usable.
static inline void *ctls_context(const char *certificate, const char *key) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) return NULL;
    if (SSL_CTX_use_certificate_chain_file(context, certificate) == 1 &&
        SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1) return context;
    SSL_CTX_free(context);
    return NULL;
}

/// Lets nothing end this process when a peer has gone: OpenSSL writes without MSG_NOSIGNAL.
static inline void ctls_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

/// Waits for a handshake on a connected socket; NULL if it fails.
static inline void *ctls_accept(void *context, int descriptor) {
    SSL *connection = SSL_new((SSL_CTX *)context);
    if (connection == NULL) return NULL;
    if (SSL_set_fd(connection, descriptor) == 1 && SSL_accept(connection) == 1) return connection;
    SSL_free(connection);
    return NULL;
}

/// Waits for bytes; their number, or less than 1 if the connection has ended.
static inline int ctls_read(void *connection, void *bytes, int count) {
    return SSL_read((SSL *)connection, bytes, count);
}

/// Sends bytes; their number, or less than 1 if the connection has ended.
static inline int ctls_write(void *connection, const void *bytes, int count) {
    return SSL_write((SSL *)connection, bytes, count);
}

static inline void ctls_free_connection(void *connection) { SSL_free((SSL *)connection); }
static inline void ctls_free_context(void *context) { SSL_CTX_free((SSL_CTX *)context); }

#endif
