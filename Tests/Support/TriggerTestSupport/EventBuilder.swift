package import CognitoTriggers
import HTTP
import JSON
package import LambdaRuntime

/// Builds trigger events. Each step changes one thing of an ordinary sign-in of the sample user.
package struct EventBuilder: Sendable {
    private var source: String
    private var userName = SampleUser.sub
    private var clientID: String? = SampleUser.clientID
    private var attributes: [String: String]? = [
        "sub": SampleUser.sub, "email": SampleUser.email, "email_verified": "true", "cognito:user_status": "CONFIRMED",
    ]
    private var request: [String: [UInt8]] = [:]
    private var lambdaDeadline: Int64?
    /// The values of this event that no log line may hold.
    package private(set) var sensitive: [String] = [SampleUser.sub, SampleUser.email]

    private init(_ source: String) { self.source = source }

    package static let define = EventBuilder("DefineAuthChallenge_Authentication").session([])
    package static let create = EventBuilder("CreateAuthChallenge_Authentication").session([])
        .member("challengeName", Self.json("CUSTOM_CHALLENGE"))
    package static let preSignUp = EventBuilder("PreSignUp_SignUp")
    package static let preTokenGeneration = EventBuilder("TokenGeneration_Authentication")

    package static let verify = EventBuilder("VerifyAuthChallengeResponse_Authentication")

    package func source(_ source: String) -> EventBuilder { changed { $0.source = source } }

    package func session(_ rows: [ChallengeResult]) -> EventBuilder {
        let texts = rows.map { row in
            JSONWriter.object { object in
                object.member("challengeName", row.challengeName)
                object.member("challengeResult", row.challengeResult)
                object.member("challengeMetadata", ifPresent: row.challengeMetadata)
            }
        }
        return member("session", Array("[".utf8) + texts.joined(separator: Array(",".utf8)) + Array("]".utf8))
    }

    package func privateParameters(_ parameters: [String: String]?) -> EventBuilder {
        var event = member("privateChallengeParameters", parameters.map(Self.json))
        event.sensitive += [parameters?["key"], parameters?["subject"]].compactMap { $0 }
        return event
    }

    package func answer(_ answer: String) -> EventBuilder {
        var event = member("challengeAnswer", Self.json(answer))
        event.sensitive += [answer] + answer.split(separator: ".").map(String.init)
        return event
    }

    package func clientMetadata(_ metadata: [String: String]) -> EventBuilder {
        var event = member("clientMetadata", Self.json(metadata))
        event.sensitive += metadata.values
        return event
    }

    /// A user Cognito does not know, under the name that was typed.
    package func unknownUser(_ name: String = SampleUser.unknownName) -> EventBuilder {
        var event = self.userName(name).member("userNotFound", Array("true".utf8))
        event.attributes = [:]
        return event
    }

    package func userName(_ name: String) -> EventBuilder {
        var event = changed { $0.userName = name }
        event.sensitive.append(name)
        return event
    }

    package func client(_ id: String?) -> EventBuilder { changed { $0.clientID = id } }

    /// A user attribute; nil takes it out.
    package func attribute(_ name: String, _ value: String?) -> EventBuilder {
        var event = changed { $0.attributes?[name] = value }
        if name == "sub" || name == "email", let value { event.sensitive.append(value) }
        return event
    }

    /// Lambda's own deadline, in milliseconds since 1970.
    package func deadline(_ milliseconds: Int64) -> EventBuilder { changed { $0.lambdaDeadline = milliseconds } }

    package var bytes: [UInt8] {
        JSONWriter.object { event in
            event.member("version", "1")
            event.member("region", "eu-west-1")
            event.member("userPoolId", SampleUser.poolID)
            event.member("userName", userName)
            event.member("callerContext") { $0.member("clientId", ifPresent: clientID) }
            event.member("triggerSource", source)
            event.member("request") { request in
                request.member("userAttributes", raw: attributes.map(Self.json) ?? Array("null".utf8))
                for (name, value) in self.request.sorted(by: { $0.key < $1.key }) { request.member(name, raw: value) }
            }
            event.member("response", raw: Array("{}".utf8))
        }
    }

    /// The event as the Runtime API hands it out.
    package var invocation: Invocation? {
        let deadline = lambdaDeadline.map { "Lambda-Runtime-Deadline-Ms: \($0)\r\n" } ?? ""
        let headers = "Lambda-Runtime-Aws-Request-Id: request-1\r\n" + deadline
        return Invocation(HTTPResponse(status: 200, headerLines: Array(headers.utf8), body: bytes))
    }

    private func member(_ name: String, _ value: [UInt8]?) -> EventBuilder { changed { $0.request[name] = value } }

    private func changed(_ change: (inout EventBuilder) -> Void) -> EventBuilder {
        var copy = self
        change(&copy)
        return copy
    }

    private static func json(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        return bytes
    }

    private static func json(_ values: [String: String]) -> [UInt8] {
        JSONWriter.object { object in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.member(name, value) }
        }
    }
}
