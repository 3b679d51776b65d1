#if os(Linux)
private import JOSE
private import JSON

/// The events of the benchmark, and the checks of the answers. A function that answers wrongly is not measured.
enum BenchEvents {
    /// The key with which Create and Verify are configured.
    static let signingKey = "benchmark benchmark benchmark benchmark"

    /// The name of the bare loop, which gets Define's event and answers with a constant.
    static let loop = "bare loop"

    private static let user = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"

    /// A sign-in after two wrong answers; 820 bytes.
    static let define = event(
        "DefineAuthChallenge_Authentication", response: "challengeName issueTokens failAuthentication"
    ) {
        $0.member("session", raw: Array("[\(wrongRow),\(wrongRow)]".utf8))
        $0.member("clientMetadata") {
            $0.member("signInMethod", "EMAIL_OTP")
            $0.member("deviceKey", "eu-west-1_5f0c1d2e-7a3b-4c4d-9e8f-0a1b2c")
        }
    }

    /// The first challenge of a sign-in.
    static let create = event(
        "CreateAuthChallenge_Authentication",
        response: "publicChallengeParameters privateChallengeParameters challengeMetadata"
    ) {
        $0.member("challengeName", "CUSTOM_CHALLENGE")
        $0.member("session", raw: Array("[]".utf8))
    }

    /// A sign-up.
    static let preSignUp = event(
        "PreSignUp_SignUp", response: "autoConfirmUser autoVerifyEmail autoVerifyPhone", "false"
    ) {
        $0.member("validationData", raw: Array("null".utf8))
    }

    /// The tokens of a sign-in, which stay as they are.
    static let preTokenGeneration = event("TokenGeneration_Authentication", response: "claimsOverrideDetails") {
        $0.member("groupConfiguration", raw: Array(groups.utf8))
    }

    private static let groups = #"{"groupsToOverride":[],"iamRolesToOverride":[],"preferredRole":null}"#

    /// Verify's event with the right answer to Create's challenge: the challenge's token as the authenticator completes
    /// it.
    static func verify(answering created: [UInt8]) throws(BenchError) -> [UInt8] {
        let token = try resultToken(for: challengeToken(in: created))
        let parameters = try response(of: created)["privateChallengeParameters"]?.bytes ?? []
        return event("VerifyAuthChallengeResponse_Authentication", response: "answerCorrect") {
            $0.member("privateChallengeParameters", raw: parameters)
            $0.member("challengeAnswer", token)
        }
    }

    /// Checks a function's answer to its event.
    static func check(_ answer: [UInt8], of function: String) throws(BenchError) {
        let response = try response(of: answer)
        let isRight =
            switch function {
            case "DefineAuthChallenge":
                response["challengeName"]?.string == "CUSTOM_CHALLENGE" && response["issueTokens"]?.bool == false
                    && response["failAuthentication"]?.bool == false
            case "CreateAuthChallenge": try !challengeToken(in: answer).payload.isEmpty
            case "VerifyAuthChallenge": response["answerCorrect"]?.bool == true
            case "PreSignUp": response["autoConfirmUser"]?.bool == true
            case "PreTokenGeneration": response["claimsOverrideDetails"]?.isNull == true
            default: true
            }
        guard isRight else { throw .program(function, "wrong answer: \(String(decoding: answer, as: UTF8.self))") }
    }

    private static func response(of answer: [UInt8]) throws(BenchError) -> JSONValue {
        guard let response = try? JSONValue(parsing: answer)["response"] else {
            throw .program("answer", "no JSON object with a response: \(String(decoding: answer, as: UTF8.self))")
        }
        return response
    }

    private static func challengeToken(in created: [UInt8]) throws(BenchError) -> VerifiedJWS {
        let token = try response(of: created)["publicChallengeParameters"]?["token"]?.string ?? ""
        do {
            let key = try VerificationKey(hs256Secret: Array(signingKey.utf8))
            return try CompactJWS.verify(token, keys: [key], expectedType: "challenge+jwt")
        } catch {
            throw .program("CreateAuthChallenge", "no valid token: \(error)")
        }
    }

    /// The token that an authenticator gives for a passkey used now.
    private static func resultToken(for challenge: VerifiedJWS) throws(BenchError) -> String {
        let now = BenchClock.secondsSince1970()
        do {
            let claims = try Claims(challenge)
            let payload = JSONWriter.object { payload in
                for (name, value) in claims.json.members where !["iat", "exp", "other"].contains(name) {
                    payload.member(name, raw: value.bytes)
                }
                payload.member("iat", now)
                payload.member("exp", now + 600)
                payload.member("other") { other in
                    for (name, value) in claims["other"]?.members ?? [] { other.member(name, raw: value.bytes) }
                    other.member("verificationMethod", "PASSKEY")
                    other.member("state", "CHALLENGE_SUCCEEDED")
                }
            }
            return try CompactJWS.sign(
                payload, type: "result+jwt", key: SigningKey(hs256Secret: Array(signingKey.utf8)))
        } catch {
            throw .program("CreateAuthChallenge", "a token that cannot be completed: \(error)")
        }
    }

    private static let wrongRow =
        #"{"challengeName":"CUSTOM_CHALLENGE","challengeResult":false,"challengeMetadata":"RESULT_TOKEN"}"#

    /// An event as Cognito sends it.
    private static func event(
        _ triggerSource: String, response: String, _ value: String = "null", request: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.object { event in
            event.member("version", "1")
            event.member("region", "eu-west-1")
            event.member("userPoolId", "eu-west-1_AbCdEf123")
            event.member("userName", user)
            event.member("callerContext") { context in
                context.member("awsSdkVersion", "aws-sdk-unknown-unknown")
                context.member("clientId", "3kq0example1clientid2value3")
            }
            event.member("triggerSource", triggerSource)
            event.member("request") { members in
                members.member("userAttributes") { attributes in
                    attributes.member("sub", user)
                    attributes.member("cognito:user_status", "CONFIRMED")
                    attributes.member("email_verified", "true")
                    attributes.member("email", "ana@example.test")
                }
                request(&members)
            }
            event.member("response") { members in
                for name in response.split(separator: " ") { members.member(String(name), raw: Array(value.utf8)) }
            }
        }
    }
}
#endif
