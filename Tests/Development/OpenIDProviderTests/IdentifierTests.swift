import JSON
import OpenIDProvider
import SoftwarePasskey
import TestSupport
import Testing

@Suite("What people sign up with at the provider")
struct IdentifierTests {
    private static let profile = #""user_profile":{"email":"ana@example.test","name":"Ana"}"#

    /// Requests with the name and the display name that the passkey then has.
    private static let requests = [
        (profile, "ana@example.test", "Ana"),
        (#""user_identifier":{"email":"ana@example.test"},"user_profile":{"name":"Ana"}"#, "ana@example.test", "Ana"),
        (#""user_identifier":{"email":"ana@example.test"},\#(profile)"#, "ana@example.test", "Ana"),
        (#""user_identifier":{"email":"ana@example.test","name":"Ana"}"#, "ana@example.test", "Ana"),
        (#""user_identifier":{"phone_number":"+4915112345678"}"#, "+4915112345678", "+4915112345678"),
        (#""user_identifier":"ana_1""#, "ana_1", "ana_1"),
        (#""user_profile":{"phone_number":"+4915112345678","username":"ana_1"}"#, "+4915112345678", "+4915112345678"),
        (#""user_profile":{"username":"ana_1","given_name":"Ana"},"user_metadata":{"plan":"free"}"#, "ana_1", "ana_1"),
    ]

    @Test("identifiers may be in either object of a request, and the scopes reveal them")
    func identifiersInEitherObject() async throws {
        // The requests name the same user, so each has a directory of its own.
        let app = try App { $0.realms = Self.requests.indices.map { "realm-\($0)" } }
        for (index, (members, name, displayName)) in Self.requests.enumerated() {
            let body = #""realm":"realm-\#(index)",\#(members)"#
            let begun = try await app.register(body: body)
            #expect(begun.options["user"]?["name"]?.string == name)
            #expect(begun.options["user"]?["displayName"]?.string == displayName)
            #expect(begun.json["verification_required"] == nil)
            let made = try await app.token(
                begun.session, try app.device.create(begun.options), scope: "openid profile email phone")
            let claims = try App.claims(made["id_token"])
            #expect(claims["name"]?.string == displayName)
            let known = ["email", "phone_number", "preferred_username"].filter { claims[$0] != nil }
            for (claim, part) in [("email", "ana@"), ("phone_number", "+49"), ("preferred_username", "ana_1")] {
                #expect(known.contains(claim) == members.contains(part), "\(claim) of \(members)")
            }
            #expect(claims["email_verified"]?.bool == (known.contains("email") ? false : nil))
            #expect(claims["phone_number_verified"]?.bool == (known.contains("phone_number") ? false : nil))
            #expect(claims["given_name"]?.string == (members.contains("given_name") ? "Ana" : nil))
            try await expect(app.register(body: body).refusal, equals: "400 invalid_request", "the account exists")
        }
    }

    @Test(
        "a request that contradicts itself, or asks for what a connection does not have, is refused",
        arguments: [
            #""user_identifier":{"email":"bo@example.test"},\#(profile)"#, #""user_identifier":{"mail":"a@b"}"#,
            #""user_identifier":{"name":"Ana"}"#, #""user_identifier":{"email":"a@b","nickname":"A"}"#,
            #""user_identifier":{"email":"ana@example.test","name":"Bo"},\#(profile)"#,
            #""user_identifier":"""#, #""user_identifier":"an a""#, #""user_identifier":7,\#(profile)"#,
            #""realm":"Nowhere",\#(profile)"#, #""organization":"org_1",\#(profile)"#,
            #""user_metadata":{"plan":7},\#(profile)"#, #""delivery_method":"pigeon",\#(profile)"#,
        ])
    func contradictionsAreRefused(body: String) async throws {
        try await expect(App().register(body: body).refusal, equals: "400 invalid_request")
    }

    @Test("a connection may allow some identifiers only")
    func connectionAllowsSomeIdentifiers() async throws {
        let app = try App { $0.identifiers = [.email] }
        let refused = try await app.register(body: #""user_profile":{"username":"ana"}"#)
        #expect(refused.refusal == "400 invalid_request")
        #expect(refused["error_description"] == "The request is invalid: user_profile.username.")
        try await expect(app.register().status, equals: 200)
    }

    @Test("each realm has its own users, and tokens are for the realm of the session")
    func realmsHaveTheirOwnUsers() async throws {
        let app = try App { $0.realms = ["Customers", "Staff"] }
        let staff = try await app.register(body: #""realm":"Staff",\#(Self.profile)"#)
        let credential = try app.device.create(staff.options)
        try await expect(app.token(staff.session, credential, realm: "Staff").status, equals: 200)
        try await expect(app.register(body: Self.profile).status, equals: 200, "another directory")
        try await expect(app.logIn().refusal, equals: "403 invalid_grant")
        for (asked, expected) in [("Staff", 200), ("Customers", 403)] {
            let begun = try await app.send("POST", "passkey/challenge", App.form { $0.member("realm", "Staff") })
            let answer = try await app.token(begun.session, try app.device.sign(begun.options), realm: asked)
            #expect(answer.status == expected)
        }
    }
}
