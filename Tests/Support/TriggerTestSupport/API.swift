import JSON

/// Requests and answers of Authsignal's server API as the documentation has them.
package enum API {
    package static let key = "5924a649-b5d3-4baf-a4ab-4b812dde97a0"
    package static let resultToken = "eyJhbGciOiJIUzI1NiJ9.eyJyZXN1bHQiOiJ0b2tlbiJ9.c2lnbmF0dXJlLW9mLXJlc3VsdA"
    package static let trackToken = "eyJhbGciOiJIUzI1NiJ9.eyJ0cmFjayI6InRva2VuIn0.c2lnbmF0dXJlLW9mLXRyYWNr"

    package static let user = "/users/\(SampleUser.sub)"
    package static let track = "POST \(user)/actions/cognitoAuth"
    package static let authenticators = "GET \(user)/authenticators"
    package static let enrol = "POST \(user)/authenticators"
    package static let validate = "POST /validate"
    package static let action = "GET \(user)/actions/cognitoAuth/\(key)"

    /// An answer of track.
    /// - Parameter methods: the enrolled methods; nil leaves the member out.
    package static func tracked(
        _ state: String = "CHALLENGE_REQUIRED", isEnrolled: Bool = true, methods: [String]? = ["EMAIL_OTP", "PASSKEY"],
        key: String = Self.key
    ) -> ScriptedTransport.Answer {
        .ok(
            text { answer in
                answer.member("state", state)
                answer.member("idempotencyKey", key)
                answer.member("ruleIds", [])
                answer.member("url", "https://mfa.authsignal.com/?token=\(trackToken)")
                answer.member("token", trackToken)
                answer.member("isEnrolled", isEnrolled)
                if let methods { answer.member("enrolledVerificationMethods", methods) }
            })
    }

    /// A successful answer of validate. A test can replace strings in it or, with nil, remove them.
    package static func validated(_ changes: [String: String?] = [:], isValid: Bool = true) -> ScriptedTransport.Answer
    {
        let standard: [String: String?] = [
            "state": "CHALLENGE_SUCCEEDED", "userId": SampleUser.sub, "action": "cognitoAuth",
            "actionCode": "cognitoAuth",
            "idempotencyKey": key, "verificationMethod": "PASSKEY", "stateUpdatedAt": "2027-01-15T08:00:00.000Z",
        ]
        var changes = changes
        if let action = changes["action"], changes["actionCode"] == nil { changes["actionCode"] = action }
        return .ok(
            text { answer in
                answer.member("isValid", isValid)
                for (name, value) in standard.merging(changes, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key })
                {
                    answer.member(name, ifPresent: value)
                }
            })
    }

    /// A list of authenticators: method and, for email, address.
    package static func list(_ authenticators: [(method: String, email: String?)]) -> ScriptedTransport.Answer {
        let texts = authenticators.map { authenticator in
            text { entry in
                entry.member("userAuthenticatorId", "5f3c")
                entry.member("verificationMethod", authenticator.method)
                entry.member("email", ifPresent: authenticator.email)
            }
        }
        return .ok("[" + texts.joined(separator: ",") + "]")
    }

    /// An error answer, its code under both names.
    package static func error(_ status: Int, _ code: String) -> ScriptedTransport.Answer {
        .status(
            status,
            text { answer in
                answer.member("error", code)
                answer.member("errorCode", code)
                answer.member("errorDescription", "a text for people")
            })
    }

    private static func text(_ body: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.object(body), as: UTF8.self)
    }
}
