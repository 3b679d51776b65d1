// The least that a Lambda function on libcurl can do: take each event and answer it with a constant. `make bench`
// compares the functions with it. So it is written for speed, prepares libcurl and the process as the functions do, and
// sends only what the Runtime API asks for. It parses nothing and logs nothing.

#include <curl/curl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#if defined(__GLIBC__)
#include <nss.h>
#endif

// As long as the answer of DefineAuthChallenge to the benchmark's event.
static const char answer[] =
    "{\"version\":\"1\",\"region\":\"eu-west-1\",\"userPoolId\":\"eu-west-1_AbCdEf123\","
    "\"userName\":\"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11\","
    "\"callerContext\":{\"awsSdkVersion\":\"aws-sdk-unknown-unknown\",\"clientId\":\"3kq0example1clientid2value3\"},"
    "\"triggerSource\":\"DefineAuthChallenge_Authentication\","
    "\"request\":{\"userAttributes\":{\"sub\":\"7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11\","
    "\"cognito:user_status\":\"CONFIRMED\",\"email_verified\":\"true\",\"email\":\"ana@example.test\"},"
    "\"session\":[{\"challengeName\":\"CUSTOM_CHALLENGE\",\"challengeResult\":false,"
    "\"challengeMetadata\":\"RESULT_TOKEN\"},{\"challengeName\":\"CUSTOM_CHALLENGE\",\"challengeResult\":false,"
    "\"challengeMetadata\":\"RESULT_TOKEN\"}],\"clientMetadata\":{\"signInMethod\":\"EMAIL_OTP\"}},"
    "\"response\":{\"challengeName\":\"CUSTOM_CHALLENGE\",\"issueTokens\":false,\"failAuthentication\":false}}";

static const char invocation_header[] = "Lambda-Runtime-Invocation-Id:";
static const char request_header[] = "Lambda-Runtime-Aws-Request-Id:";

struct event {
    char request_id[128];
    char echo[256];  // the whole header line Lambda-Runtime-Invocation-Id, or empty if there was none
    char *body;
    size_t size, capacity;
};

static void copy_value(char *target, size_t capacity, const char *value, size_t length) {
    while (length > 0 && *value == ' ') value++, length--;
    while (length > 0 && (value[length - 1] == '\r' || value[length - 1] == '\n')) length--;
    if (length >= capacity) length = capacity - 1;
    memcpy(target, value, length);
    target[length] = 0;
}

static size_t receive_header(char *line, size_t size, size_t count, void *context) {
    struct event *event = context;
    size_t length = size * count;
    if (length >= sizeof request_header && !strncasecmp(line, request_header, sizeof request_header - 1)) {
        size_t name = sizeof request_header - 1;
        copy_value(event->request_id, sizeof event->request_id, line + name, length - name);
    } else if (length >= sizeof invocation_header && !strncasecmp(line, invocation_header, sizeof invocation_header - 1)) {
        copy_value(event->echo, sizeof event->echo, line, length);
    }
    return length;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    struct event *event = context;
    size_t length = size * count;
    if (event->size + length > event->capacity) {
        size_t capacity = 2 * (event->size + length);
        char *body = realloc(event->body, capacity);
        if (body == NULL) return 0;
        event->body = body;
        event->capacity = capacity;
    }
    memcpy(event->body + event->size, bytes, length);
    event->size += length;
    return length;
}

static int stop(const char *reason) {
    fprintf(stderr, "bare loop: %s\n", reason);
    return 1;
}

int main(void) {
    const char *endpoint = getenv("AWS_LAMBDA_RUNTIME_API");
    if (endpoint == NULL) return stop("AWS_LAMBDA_RUNTIME_API is not set");
#if defined(__GLIBC__)
    __nss_configure_lookup("hosts", "files dns");
#endif
    signal(SIGPIPE, SIG_IGN);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return stop("libcurl does not start");
    CURL *curl = curl_easy_init();
    if (curl == NULL) return stop("libcurl does not start");

    struct event event = {.body = NULL};
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 0L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, 2000L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "bare-loop/1");
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, receive_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &event);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &event);

    struct curl_slist echo = {event.echo, NULL};
    struct curl_slist expect = {"Expect:", NULL};
    struct curl_slist headers = {"Content-Type: application/json", &expect};
    char next[256], response[512];

    // With BARE_LOOP_CALL, each event takes a call to that address over TLS, with libcurl's ordinary trust store.
    const char *call = getenv("BARE_LOOP_CALL");
    CURL *caller = call == NULL ? NULL : curl_easy_init();
    if (caller != NULL) {
        curl_easy_setopt(caller, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(caller, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
        curl_easy_setopt(caller, CURLOPT_CAINFO, getenv("SSL_CERT_FILE"));
        curl_easy_setopt(caller, CURLOPT_URL, call);
        curl_easy_setopt(caller, CURLOPT_WRITEFUNCTION, receive_body);
    }
    snprintf(next, sizeof next, "http://%s/2018-06-01/runtime/invocation/next", endpoint);

    for (;;) {
        long status = 0;
        event.request_id[0] = event.echo[0] = 0;
        event.size = 0;
        curl_easy_setopt(curl, CURLOPT_URL, next);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, NULL);
        curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
        if (curl_easy_perform(curl) != CURLE_OK) return stop("no next event");
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        if (status != 200 || event.request_id[0] == 0) return stop("an unusable event");

        if (caller != NULL) {
            struct event answer_of_call = {.body = NULL};
            curl_easy_setopt(caller, CURLOPT_WRITEDATA, &answer_of_call);
            if (curl_easy_perform(caller) != CURLE_OK) return stop("the call failed");
            free(answer_of_call.body);
        }
        expect.next = event.echo[0] ? &echo : NULL;
        snprintf(response, sizeof response, "http://%s/2018-06-01/runtime/invocation/%s/response", endpoint, event.request_id);
        event.size = 0;
        curl_easy_setopt(curl, CURLOPT_URL, response);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, &headers);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)(sizeof answer - 1));
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, answer);
        if (curl_easy_perform(curl) != CURLE_OK) return stop("the answer was not taken");
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        if (status != 202) return stop("the answer was refused");
    }
}
