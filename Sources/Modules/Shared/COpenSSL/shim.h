#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

// SHA256_Init, _Update and _Final are the only deprecated functions used: their replacement takes three quarters of a
// millisecond on its first call, because it fetches providers. Without this macro, Swift would report each use as a
// warning.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pemerr.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// A key of three primes (RFC 8017 section 3.1) takes a third of the time, and verifiers see no difference.
static inline EVP_PKEY *copenssl_generate_rsa(int bits) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, NULL);
    if (context && EVP_PKEY_keygen_init(context) > 0 && EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) > 0 &&
        EVP_PKEY_CTX_set_rsa_keygen_primes(context, 3) > 0)
        EVP_PKEY_generate(context, &key);
    EVP_PKEY_CTX_free(context);
    return key;
}
// EVP_PKEY_Q_keygen is variadic, which Swift cannot call.
static inline EVP_PKEY *copenssl_generate_p256(void) { return EVP_EC_gen("P-256"); }
static inline EVP_PKEY *copenssl_generate_p384(void) { return EVP_EC_gen("P-384"); }
static inline EVP_PKEY *copenssl_generate_ed25519(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"); }

// SSL_CTX_add1_chain_cert is a macro over a function that takes a command.
static inline int copenssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

#endif
