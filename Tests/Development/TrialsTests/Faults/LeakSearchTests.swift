import Testing
import Trials

@Suite("The search of the logs")
struct LeakSearchTests {
    static let search = {
        var search = LeakSearch()
        search.learn(variables: [
            "TOKEN_SIGNING_KEY": "a-key-of-tokens", "CAPTCHA_SITE_KEY": "site-key",
            "AWS_SESSION_TOKEN": "session-token",
            "SERVICE_NAME": "Example",
        ])
        search.learn("123456", as: "code")
        search.learn(
            json: Array(
                #"""
                {"userName": "ana", "request": {"challengeAnswer": "an answer", "clientMetadata": {"x": "eyJh.eyJi.c2ln"},
                "userAttributes": {"email": "ana@example.test"}}, "headers": {"authorization": "Bearer eyJo.eyJw.c2ln"},
                "body": "{\"verificationCode\": \"654321\"}"}
                """#.utf8))
        return search
    }()

    @Test(
        "a secret, token, code or address in a line is found",
        arguments: [
            ("the key is a-key-of-tokens.", "secret"), ("Basic YS1rZXktb2YtdG9rZW5zOg==", "secret in base64"),
            ("AWS says session-token", "secret"), ("sent 123456 to nobody", "code"),
            (#"{"code":"654321"}"#, "verificationCode"),
            ("the answer: answer", "challengeAnswer"), ("token=eyJh.eyJi.c2ln&", "token"),
            ("eyJo.eyJw.c2ln", "authorization"),
            ("mail to <ana@example.test>", "email"),
        ])
    func leakIsFound(line: String, kind: String) {
        #expect(Self.search.leaks(in: ["another line", line]) == ["\(kind) in: \(line)"])
    }

    @Test(
        "what is no secret is not found",
        arguments: [
            "site-key of Example", "took 71234567 ms", "request 5f0b1a3c-7a42-4a10-9f3e-123456a9b8e7", "ana",
            #"{"_aws":{"Timestamp":1800000000000},"Outcome":"right","Duration":123456,"Invocations":1}"#,
        ])
    func restIsNotFound(line: String) { #expect(Self.search.leaks(in: [line]) == []) }
}
