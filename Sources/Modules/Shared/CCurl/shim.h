// libcurl for Swift. curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call, so each type of
// argument gets one inline function here. Everything else is used as libcurl declares it.

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <signal.h>
#include <string.h>
#if defined(__GLIBC__)
#include <nss.h>
#endif

typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_callback(CURL *handle, CURLoption option, ccurl_data_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_context_callback(CURL *handle, curl_ssl_ctx_callback value) {
    return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, value);
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_microseconds(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

// CURL_GLOBAL_DEFAULT is a macro over another macro, which Swift does not import.
static inline CURLcode ccurl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// Whether the TLS contexts are those of OpenSSL, and not of a library that is none or only resembles it.
static inline int ccurl_uses_openssl(void) {
    const char *name = curl_version_info(CURLVERSION_NOW)->ssl_version;
    return name && strncmp(name, "OpenSSL/", 8) == 0;
}

// CURLOPT_QUICK_EXIT came with 7.87. Without it, a deadline waits until the resolver's thread gives up.
static inline void ccurl_do_not_wait_for_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
#endif
}

// CURLOPT_PROTOCOLS_STR came with 7.85, which deprecated CURLOPT_PROTOCOLS.
static inline CURLcode ccurl_allow_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP);
#endif
}

static inline CURLcode ccurl_allow_http_and_https(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// A static glibc still loads the name service modules that the host's nsswitch.conf names, and aborts when they were
// built for another glibc. Naming the two built-in services keeps every other module out.
static inline void ccurl_use_builtin_name_services(void) {
#if defined(__GLIBC__)
    __nss_configure_lookup("hosts", "files dns");
#endif
}

// SIG_IGN is a cast, which Swift does not import. Under CURLOPT_NOSIGNAL, libcurl does not handle signals, and OpenSSL
// writes to sockets without MSG_NOSIGNAL.
static inline void ccurl_ignore_broken_pipes(void) {
    signal(SIGPIPE, SIG_IGN);
}

#endif
