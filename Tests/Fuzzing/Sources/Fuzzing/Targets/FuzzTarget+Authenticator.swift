internal import AuthenticatorService
internal import EmailCodes
internal import JSON
internal import Primitives
internal import SignInTokens
internal import SoftwarePasskey

extension FuzzTarget {
    /// The whole API of the authenticator: an input is a row of requests of one or more callers, from those who hold
    /// nothing to those who have just proven something. Ceremonies are real until the input changes a part.
    static let authenticator = FuzzTarget(
        name: "authenticator", maximumLength: 1_024,
        seeds: {
            var seeds: [[UInt8]] = AuthenticatorWalk.journeys
            for number in 0..<UInt8(AuthenticatorWalk.requestCount) {
                for sender: UInt8 in 0..<7 { seeds.append([0, number, sender, 0]) }
            }
            return seeds
        },
        words: ["/v1/client/", "challengeId", "%2F", "?challengeId=", "email", "verificationCode"]
    ) { input in
        var choices = Choices(input[...])
        var walk = AuthenticatorWalk(AuthenticatorSession(demandsAAL2: choices.byte() & 1 == 1))
        for _ in 0..<8 where !choices.isEmpty { walk.step(&choices) }
    }
}

/// Requests one after another, and what the callers hold in between.
private struct AuthenticatorWalk {
    private let session: AuthenticatorSession
    /// Result tokens and ids of authenticators that answers have given out.
    private var resultTokens: [String] = []
    private var ids = ["unknown"]
    /// The last challenge of each kind, and whose it is.
    private var creation: Options?
    private var request: Options?

    private struct Options {
        let id: String
        let options: JSONValue
    }

    static let requestCount = 14

    /// Journeys from beginning to end: each row is one request, its sender and the input's decisions about it.
    static let journeys: [[UInt8]] = [
        // An address is proven; a passkey is added, used, listed and renamed.
        [0] + [0, 0, 0, 0] + [2, 0, 0] + [5, 3, 0] + [6, 3, 0, 0, 0] + [7, 0, 0] + [8, 0, 0, 0, 0] + [9, 3] + [
            10, 3, 2, 0,
        ],
        // The same with the scope to add, under the stricter rule; then a sign-in without a name.
        [1] + [5, 4, 0] + [6, 4, 0, 0, 0] + [7, 5, 0] + [8, 5, 0, 0, 0] + [9, 3],
    ]

    init(_ session: AuthenticatorSession) { self.session = session }

    mutating func step(_ choices: inout Choices) {
        let number = choices.index(below: Self.requestCount)
        let sender = sender(&choices)
        switch number {
        case 0: send("POST", "client/user-authenticators/email-otp", sender, address(&choices), &choices)
        case 1: send("POST", "client/challenge/email-otp", sender, .object([]), &choices)
        case 2, 3: proveAddress(sender, isGuess: number == 3, &choices)
        case 4: send("POST", "client/challenge", sender, .object([("action", .string("cognitoAuth"))]), &choices)
        case 5: askToCreate(sender, &choices)
        case 6: create(sender, &choices)
        case 7: askToSign(sender, &choices)
        case 8: sign(sender, &choices)
        case 9: send("GET", "client/user-authenticators", sender, nil, &choices)
        case 10:
            send(
                "PATCH", "client/user-authenticators/\(choices.element(ids))", sender,
                .object([("name", .string("Key"))]), &choices)
        case 11: send("DELETE", "client/user-authenticators/\(choices.element(ids))", sender, nil, &choices)
        case 12:
            send(
                "GET", "client/user-authenticators/passkey?credentialId=\(choices.element(ids))", sender, nil, &choices)
        default: sendAnything(sender, &choices)
        }
    }

    /// Who sends a request: a text for the header `Authorization`, and the person whom a token is for.
    private typealias Sender = (header: String?, person: String?)

    private func sender(_ choices: inout Choices) -> Sender {
        func basic(_ text: String) -> String { "Basic \(Base64URL.encode(Array("\(text):".utf8)))" }
        let scope = "read:authenticators add:authenticators update:authenticators remove:authenticators"
        switch choices.index(below: 7) {
        case 0: return ("Bearer " + AuthenticatorSession.challengeToken("ana"), "ana")
        case 1: return ("Bearer " + AuthenticatorSession.challengeToken("bob"), "bob")
        case 2: return ("Bearer " + AuthenticatorSession.challengeToken("nobody", isUnknown: true), "nobody")
        case 3: return ("Bearer " + (resultTokens.last ?? ""), nil)
        case 4: return ("Bearer " + AuthenticatorSession.challengeToken("ana", scope: scope), "ana")
        case 5: return (basic(SampleEvent.pool), nil)
        default:
            guard let token = resultTokens.last else { return (nil, nil) }
            return ("Bearer " + String(decoding: changed(Array(token.utf8), by: &choices), as: UTF8.self), nil)
        }
    }

    private func address(_ choices: inout Choices) -> JSONTree {
        .object([("email", .string("\(choices.element(AuthenticatorSession.people))@example.test"))])
    }

    @discardableResult
    private mutating func send(
        _ method: String, _ path: String, _ sender: Sender, _ body: JSONTree?, _ choices: inout Choices,
        mayProve: Bool = false
    ) -> JSONValue {
        let body = body.map { $0.edited(by: &choices).bytes } ?? []
        return take(session.call(method, "/v1/\(path)", sender.header, body), mayProve: mayProve, sender)
    }

    private mutating func sendAnything(_ sender: Sender, _ choices: inout Choices) {
        let method = choices.element(["GET", "POST", "PATCH", "DELETE", "PUT"])
        let target = choices.index(below: 2) == 0 ? choices.text() : "/v1/" + choices.text()
        take(session.call(method, target, sender.header, choices.bytes()), mayProve: false, sender)
    }

    /// Remembers what an answer gives out, and checks what holds for every answer.
    @discardableResult
    private mutating func take(_ response: APIResponse, mayProve: Bool, _ sender: Sender) -> JSONValue {
        let json = AuthenticatorSession.json(response)
        let isVerified = json["isVerified"]?.bool == true
        require("only an honest proof is confirmed", mayProve || !isVerified)
        require("only a proof earns a token", isVerified || json["accessToken"] == nil)
        if isVerified, let token = json["accessToken"]?.string {
            let result = AuthenticatorSession.result(json)
            require(
                "the token is about its bearer",
                result == nil || sender.person == nil || result?.claims.subject == sender.person)
            require("nobody who does not exist proves anything", result?.claims.subject != "nobody")
            resultTokens.append(token)
        }
        for name in ["userAuthenticatorId", "challengeId", "credentialId"] {
            if let id = json[name]?.string, !id.contains("/") { ids.append(id) }
        }
        for person in AuthenticatorSession.people {
            if let code = session.code("\(person)@example.test"), code.utf8.count >= 6 {
                require("nobody is shown a code", json["code"] == nil && json["verificationCode"] == nil)
            }
        }
        return json
    }

    /// Answers the code mailed last with the right one, changed or not, or with a guess.
    private mutating func proveAddress(_ sender: Sender, isGuess: Bool, _ choices: inout Choices) {
        let person = sender.person ?? "ana"
        let code = session.code("\(person)@example.test") ?? ""
        let typed = isGuess ? choices.text() : String(decoding: changed(Array(code.utf8), by: &choices), as: UTF8.self)
        let isRight = TypedCode(code, digits: 6).map { $0 == TypedCode(typed, digits: 6) } ?? false
        let body = JSONTree.object([("verificationCode", .string(typed))]).bytes
        take(session.call("POST", "/v1/client/verify/email-otp", sender.header, body), mayProve: isRight, sender)
    }

    private mutating func askToCreate(_ sender: Sender, _ choices: inout Choices) {
        let body = JSONTree.object([("username", .string("ana")), ("conditionalCreate", .written(Array("false".utf8)))])
        let json = send("POST", "client/user-authenticators/passkey/registration-options", sender, body, &choices)
        if let id = json["challengeId"]?.string, let options = json["options"] {
            creation = Options(id: id, options: options)
        }
    }

    private mutating func create(_ sender: Sender, _ choices: inout Choices) {
        guard let creation, let credential = try? session.device.create(creation.options) else { return }
        let (body, isHonest) = answer(creation, "registrationCredential", credential, &choices)
        // The format is "none", so nothing signs what a changed registration says: only its challenge must be right.
        _ = isHonest
        take(
            session.call("POST", "/v1/client/user-authenticators/passkey", sender.header, body), mayProve: true, sender)
    }

    private mutating func askToSign(_ sender: Sender, _ choices: inout Choices) {
        let json = send(
            "POST", "client/user-authenticators/passkey/authentication-options", sender, .object([]), &choices)
        if let id = json["challengeId"]?.string, let options = json["options"] {
            request = Options(id: id, options: options)
        }
    }

    private mutating func sign(_ sender: Sender, _ choices: inout Choices) {
        guard let request, let credential = try? session.device.sign(request.options) else { return }
        let (body, isHonest) = answer(request, "authenticationCredential", credential, &choices)
        take(session.call("POST", "/v1/client/verify/passkey", sender.header, body), mayProve: isHonest, sender)
    }

    /// The body that answers a challenge, with parts of the credential changed; and whether everything in it that a
    /// signature covers is as the device made it.
    private func answer(
        _ asked: Options, _ name: String, _ credential: [UInt8], _ choices: inout Choices
    ) -> (body: [UInt8], isHonest: Bool) {
        let honest = JSONTree(text: credential)
        var sent = honest
        if case .object(let members) = honest, let response = members.first(where: { $0.name == "response" })?.value,
            case .object(let parts) = response
        {
            let part = choices.element(parts)
            if case .written(let bytes) = part.value, bytes.first == UInt8(ascii: "\"") {
                let binary = Base64URL.decode(bytes.dropFirst().dropLast()) ?? []
                let damaged = Base64URL.encode(changed(binary, by: &choices))
                sent = honest.setting("response", response.setting(part.name, .string(damaged)))
            }
        }
        let body = JSONTree.object([("challengeId", .string(asked.id)), (name, sent)]).edited(by: &choices).bytes
        let json = (try? JSONValue(parsing: body))?[name]
        let made = certain("a credential is JSON") { try JSONValue(parsing: credential) }
        let isHonest =
            Self.binary(json?["id"]) == Self.binary(made["id"])
            && ["clientDataJSON", "authenticatorData", "signature"].allSatisfy {
                Self.binary(json?["response"]?[$0]) == Self.binary(made["response"]?[$0])
            }
        return (body, isHonest)
    }

    private static func binary(_ value: JSONValue?) -> [UInt8]? {
        value?.string.flatMap { Base64.decodeAnyForm($0) }
    }
}
