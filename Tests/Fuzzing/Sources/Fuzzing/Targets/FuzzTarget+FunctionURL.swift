internal import AuthenticatorFunction
internal import Enrolment
internal import JOSE
internal import JSON
internal import LambdaRuntime
internal import SignInTokens
internal import TestKeys

extension FuzzTarget {
    /// The two functions behind a function URL, from the event to the answer. Anybody on the network reaches them.
    static let functionURL = FuzzTarget(
        name: "function-url",
        seeds: {
            var seeds: [[UInt8]] = [[0, 1], [1, 1], [0, 1, 1, 2, 5, 3, 1], [1, 1, 1, 2, 5, 3, 1]]
            for number in requests.indices { seeds.append([2, UInt8(number + 1), 0]) }
            for event in SampleFiles.events("AddAuthenticator") { seeds.append([0, 0] + event) }
            for event in SampleFiles.events("Authenticator") { seeds.append([2, 0] + event) }
            return seeds
        },
        words: [
            "requestContext", "isBase64Encoded", "rawPath", "rawQueryString", "authorization", "Bearer ", "Basic ",
            "body",
            "\"version\":\"2.0\"", "sourceIp",
        ]
    ) { input in
        var choices = Choices(input[...])
        switch choices.index(below: 3) {
        case 0: tryAddAuthenticator(["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": RoundKind.signingKey], &choices)
        case 1: tryAddAuthenticator(["AUTHSIGNAL_SECRET": "api-secret-0123456789"], &choices)
        default: tryAuthenticator(&choices)
        }
    }

    private static let poolKeys = JSONTree(text: JSONWebKeySet.text(publishing: [Keys.rs256.verificationKey]))
    private static let issuer = "https://cognito-idp.eu-west-1.amazonaws.com/\(SampleEvent.pool)"

    private static func tryAddAuthenticator(_ settings: [String: String], _ choices: inout Choices) {
        let deployment = Deployment(
            settings.merging(["USER_POOL_ISSUER": issuer, "ALLOWED_CLIENT_IDS": SampleEvent.client]) { $1 })
        deployment.transport.answers += [("jwks.json", poolKeys)] + RoundKind.authsignalAnswers
        let function = certain("AddAuthenticator starts") {
            try AddAuthenticatorFunction(deployment.services, deployment.log)
        }
        let isText = choices.index(below: 2) == 0
        let token = accessToken(&choices)
        let honest = FrontDoor.event("POST", "/", authorization: "Bearer \(token.text)")
        let event = isText ? choices.remainder() : honest.edited(by: &choices).bytes
        deployment.transport.choices = Choices(choices.remainder()[...])
        let reply = function(Deployment.invocation(event), deployment.log)
        deployment.requireSecret(
            [RoundKind.signingKey, "api-secret-0123456789", SampleEvent.sub], chosen: [token.text])
        let (status, body) = FrontDoor.answer(reply.body)
        let isHonest = event == honest.bytes && token.isRight && !deployment.transport.isSpoilt
        require("an honest request gets a token", !isHonest || status == 200)
        require("only services that fail make a function fail", status < 500 || deployment.transport.isSpoilt)
        require("an answer is a token or an error", (status == 200) == (body["token"] != nil))
        guard status == 200 else { return }
        guard let claims = token.claims else {
            fatalError("a property does not hold: only the pool's tokens are believed")
        }
        require(
            "the token is an access token of this pool and client",
            claims.has("token_use", "access") && claims.has("client_id", SampleEvent.client)
                && (claims["iss"]?.string ?? "").hasSuffix("cognito-idp.eu-west-1.amazonaws.com/\(SampleEvent.pool)")
        )
        require("the sign-in is recent", Deployment.second - (claims["auth_time"]?.integer ?? 0) <= 600)
        guard settings["TOKEN_MODE"] == "signed" else { return }
        let made = certain("the token can be opened") {
            try ChallengeToken(
                opening: body["token"]?.string ?? "", userPoolID: SampleEvent.pool, keys: Keys.signIn,
                now: Deployment.second)
        }
        require("the token is for the same user", claims.has("sub", made.claims.subject))
    }

    private static func accessToken(_ choices: inout Choices) -> SignedAnswer {
        let claims = JSONTree(
            text: Array(
                #"""
                {"iss":"\#(issuer)","sub":"\#(SampleEvent.sub)","client_id":"\#(SampleEvent.client)",
                "token_use":"access",
                "scope":"aws.cognito.signin.user.admin","username":"\#(SampleEvent.sub)","jti":"id",
                "auth_time":\#(Deployment.second),"iat":\#(Deployment.second),"exp":\#(Deployment.second + 3_600)}
                """#.utf8))
        let foreign = certain("a foreign key") { try SigningKey(hs256Secret: Keys.foreign, keyID: "two") }
        return SignedAnswer(claims, type: "JWT", key: Keys.rs256, foreignKey: foreign, by: &choices)
    }

    private static let bearer =
        "Bearer "
        + certain("a challenge token") {
            try ChallengeToken(
                TokenClaims(
                    userPoolID: SampleEvent.pool, subject: SampleEvent.sub, issuedAt: Deployment.second,
                    expiresAt: Deployment.second + 600, scope: "read:authenticators add:authenticators",
                    actionCode: "cognitoAuth", idempotencyKey: "key", username: "ana"),
                email: ChallengeToken.Address(SampleEvent.email, isVerified: true)
            ).sealed(with: Keys.signIn)
        }
    private static let app = "Basic " + "ZXUtd2VzdC0xX0FiQ2RFZjEyMzo="

    private static let requests = [
        FrontDoor.event(
            "POST", "/v1/client/challenge", authorization: app, body: Array(#"{"action":"cognitoAuth"}"#.utf8)),
        FrontDoor.event(
            "POST", "/v1/client/user-authenticators/email-otp", authorization: bearer,
            body: Array(#"{"email":"\#(SampleEvent.email)"}"#.utf8)),
        FrontDoor.event("POST", "/v1/client/challenge/email-otp", authorization: bearer, body: Array("{}".utf8)),
        FrontDoor.event(
            "POST", "/v1/client/verify/email-otp", authorization: bearer,
            body: Array(#"{"verificationCode":"123456"}"#.utf8)),
        FrontDoor.event(
            "POST", "/v1/client/user-authenticators/passkey/registration-options", authorization: bearer,
            body: Array(#"{"username":"ana","displayName":"Ana"}"#.utf8)),
        FrontDoor.event(
            "POST", "/v1/client/user-authenticators/passkey", authorization: bearer,
            body: Array(#"{"challengeId":"id","registrationCredential":{}}"#.utf8)),
        FrontDoor.event("GET", "/v1/client/user-authenticators", authorization: bearer),
        FrontDoor.event("GET", "/.well-known/webauthn", authorization: nil),
        FrontDoor.event("DELETE", "/v1/client/user-authenticators/some-id", authorization: bearer),
        FrontDoor.event("GET", "/v1/users/ana", authorization: "Basic c2VjcmV0Og=="),
    ]

    private static func tryAuthenticator(_ choices: inout Choices) {
        let deployment = Deployment([
            "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": RoundKind.signingKey, "USER_POOL_ID": SampleEvent.pool,
            "OTP_KEY": "a key for codes of more than 32 bytes", "USERS_TABLE": "users", "STATE_TABLE": "state",
            "RELYING_PARTY_ID": "example.org", "OTP_SENDER": "Example <no-reply@example.org>",
        ])
        let function = certain("the authenticator starts") {
            try AuthenticatorFunction(deployment.services, deployment.log)
        }
        let number = choices.index(below: requests.count + 1)
        let event = number == 0 ? choices.remainder() : requests[number - 1].edited(by: &choices).bytes
        deployment.transport.choices = Choices(choices.remainder()[...])
        let reply = function(Deployment.invocation(event), deployment.log)
        let codes = deployment.transport.codes
        deployment.requireSecret(codes + [bearer, RoundKind.signingKey, SampleEvent.email])
        let (status, body) = FrontDoor.answer(reply.body)
        require("only services that fail make a function fail", status < 500 || deployment.transport.isSpoilt)
        require(
            "nothing is verified with what anybody can send",
            body["isVerified"]?.bool != true && body["accessToken"] == nil)
        for code in codes {
            require("nobody is shown the code", !reply.body.shows(code))
        }
    }
}
