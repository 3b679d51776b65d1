import JSON
import LocalCognito
import SandboxTestSupport
import Testing

@Suite("Constraints of the service's model")
struct ServiceModelTests {
    /// What the error says of members that break constraints.
    private static func error(_ broken: String...) -> PoolError {
        let count = broken.count == 1 ? "1 validation error" : "\(broken.count) validation errors"
        let texts = broken.map { text in
            text.replacing(": ", with: " failed to satisfy constraint: Member must ", maxReplacements: 1)
        }
        return .parameter("\(count) detected: Value \(texts.joined(separator: "; Value "))")
    }

    private static let client = #""ClientId":"\#(PoolFixture.clientID)""#
    private static let pool = #""UserPoolId":"eu-west-1_Sandbox01""#
    private static let token = #""AccessToken":"a.b.c""#
    private static let namePattern = #"regular expression pattern: [\p{L}\p{M}\p{S}\p{N}\p{P}]+"#

    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(
        "a name with white space or a character that nobody sees is refused wherever a call has it",
        arguments: [
            "ana@example.test ", " ana", "ana example", "ana\t", "ana\u{A0}", "\u{3000}ana", "ana\u{2028}",
            "ana\u{200B}",
            "\u{FEFF}ana", "ana\u{200E}",
        ])
    func whiteSpaceInNamesIsRefused(name: String) async throws {
        let fixture = try await PoolFixture()
        let written = quoted(["Username": name]).dropFirst().dropLast()
        let refused = Self.error("at 'username': satisfy \(Self.namePattern)")
        let session = try await fixture.session()
        for (call, body) in [
            ("InitiateAuth", fixture.start(name)),
            ("RespondToAuthChallenge", fixture.answer("open sesame", session, username: name)),
            ("SignUp", "{\(Self.client),\(written),\"Password\":\"correct horse\"}"),
            ("ConfirmSignUp", "{\(Self.client),\(written),\"ConfirmationCode\":\"123456\"}"),
            ("ResendConfirmationCode", "{\(Self.client),\(written)}"),
            ("ForgotPassword", "{\(Self.client),\(written)}"),
            ("AdminGetUser", "{\(Self.pool),\(written)}"),
            ("AdminCreateUser", "{\(Self.pool),\(written)}"),
        ] {
            let error = try await fixture.client.error(call, body)
            #expect(error == refused, "\(call)")
        }
        try await fixture.call("RespondToAuthChallenge", fixture.answer("open sesame", session))
    }

    @Test(
        "a name of any letters, signs and digits may begin a sign-in, if it has at most 128",
        arguments: [
            ("Zoë.O’Hara+1@example.test", true), ("李雷😀", true), ("", false), (text(128), true), (text(129), false),
        ])
    func namesOfAllScriptsAreTaken(name: String, fits: Bool) async throws {
        let fixture = try await PoolFixture()
        let answer = try await fixture.client.send("InitiateAuth", fixture.start(name))
        #expect(answer.status == (fits ? 200 : 400), "\(answer.text)")
    }

    @Test("a password may have spaces inside, as the Developer Guide says, though the model's pattern has none")
    func passwordsMayHaveSpacesInside() async throws {
        let fixture = try await PoolFixture()
        let body = "{\(Self.client),\"Username\":\"bo@example.test\",\"Password\":\"a right horse\"}"
        try await fixture.call("SignUp", body)
    }

    /// Calls with one member that breaks a constraint, or several, and what the error says of them.
    private static let broken: [(call: String, members: String, PoolError)] = [
        (
            "GetTokensFromRefreshToken", #"\#(client),"RefreshToken":"r","ClientSecret":"hush""#,
            error("at 'clientSecret': have length greater than or equal to 24")
        ),
        (
            "RevokeToken", #"\#(client),"Token":"r","ClientSecret":"\#(text(65))""#,
            error("at 'clientSecret': have length less than or equal to 64")
        ),
        (
            "RevokeToken", #"\#(client),"Token":"a token""#,
            error("at 'token': satisfy regular expression pattern: [A-Za-z0-9-_=.]+")
        ),
        (
            "SignUp", #""ClientId":"my-app","Username":"","Password":" secret""#,
            error(
                #"at 'clientId': satisfy regular expression pattern: [\w+]+"#,
                "at 'username': have length greater than or equal to 1",
                #"at 'password': satisfy regular expression pattern: ^[\S]+.*[\S]+$"#)
        ),
        (
            "SignUp", #"\#(client),"Username":"ana","Password":"\#(text(257))""#,
            error("at 'password': have length less than or equal to 256")
        ),
        (
            "ConfirmSignUp", #"\#(client),"Username":"ana","ConfirmationCode":"123 456""#,
            error(#"at 'confirmationCode': satisfy regular expression pattern: [\S]+"#)
        ),
        (
            "VerifyUserAttribute", #"\#(token),"AttributeName":"\#(text(33))","Code":"""#,
            error(
                "at 'attributeName': have length less than or equal to 32",
                "at 'code': have length greater than or equal to 1")
        ),
        (
            "AdminUpdateUserAttributes",
            #"\#(pool),"Username":"ana","UserAttributes":[{"Name":"name"},{"Name":"email","Value":"\#(text(2049))"}]"#,
            error("at 'userAttributes.2.member.value': have length less than or equal to 2048")
        ),
        (
            "AdminUpdateUserAttributes", #"\#(pool),"Username":"ana","UserAttributes":[{"Value":"x"}]"#,
            error("null at 'userAttributes.1.member.name': not be null")
        ),
        (
            "AdminGetUser", #""UserPoolId":"eu-west-1""#,
            error(
                "null at 'username': not be null",
                #"at 'userPoolId': satisfy regular expression pattern: [\w-]+_[0-9a-zA-Z]+"#)
        ),
        ("ListUsers", #"\#(pool),"Limit":61"#, error("'61' at 'limit': have value less than or equal to 60")),
        ("ListUsers", #"\#(pool),"Limit":-1"#, error("'-1' at 'limit': have value greater than or equal to 0")),
        (
            "ListUsers", #"\#(pool),"PaginationToken":"""#,
            error("at 'paginationToken': have length greater than or equal to 1")
        ),
        ("ListUserPools", #""MaxResults":0"#, error("'0' at 'maxResults': have value greater than or equal to 1")),
        (
            "InitiateAuth", #"\#(client),"AuthFlow":"CUSTOM_AUTH","AuthParameters":{"USERNAME":"\#(text(131_073))"}"#,
            error(
                "at 'authParameters': satisfy constraint: "
                    + "[Member must have length less than or equal to 131072]")
        ),
        (
            "AdminInitiateAuth",
            #"\#(pool),\#(client),"AuthFlow":"CUSTOM_AUTH","ContextData":{"IpAddress":"192.0.2.1"}"#,
            error(
                "null at 'contextData.httpHeaders': not be null", "null at 'contextData.serverName': not be null",
                "null at 'contextData.serverPath': not be null")
        ),
        (
            "RespondToAuthChallenge", #"\#(client),"ChallengeName":"CUSTOM","Session":"\#(text(4097))""#,
            error(
                "'CUSTOM' at 'challengeName': satisfy enum value set: [SMS_MFA, EMAIL_OTP, SOFTWARE_TOKEN_MFA, "
                    + "SELECT_MFA_TYPE, MFA_SETUP, PASSWORD_VERIFIER, CUSTOM_CHALLENGE, SELECT_CHALLENGE, "
                    + "DEVICE_SRP_AUTH, DEVICE_PASSWORD_VERIFIER, ADMIN_NO_SRP_AUTH, NEW_PASSWORD_REQUIRED, SMS_OTP, "
                    + "PASSWORD, WEB_AUTHN, PASSWORD_SRP]",
                "at 'session': have length less than or equal to 4096")
        ),
        (
            "UpdateUserPoolClient", #"\#(pool),\#(client),"AuthSessionValidity":2,"ClientName":"""#,
            error(
                "'2' at 'authSessionValidity': have value greater than or equal to 3",
                "at 'clientName': have length greater than or equal to 1")
        ),
        ("SignUp", #"\#(client),"Username":7"#, PoolError(.serialization, "username has the wrong type.")),
        (
            "SignUp", #"\#(client),"Username":"ana","UserAttributes":{}"#,
            PoolError(.serialization, "userAttributes has the wrong type.")
        ),
        ("ListUsers", #"\#(pool),"Limit":1.5"#, PoolError(.serialization, "limit has the wrong type.")),
    ]

    @Test("a call is refused with every constraint that it breaks", arguments: broken.indices)
    func brokenConstraintsAreNamed(index: Int) async throws {
        let (call, members, expected) = Self.broken[index]
        let fixture = try await PoolFixture()
        let error = try await fixture.client.error(call, "{\(members)}")
        #expect(error == expected, "\(call)")
    }
}
