import JSON
import OpenIDProvider
import SoftwarePasskey
import TestSupport
import Testing

@Suite("Codes that verify identifiers at sign-up")
struct VerificationTests {
    private static let both = #""user_profile":{"email":"ana@example.test","phone_number":"+4915112345678"}"#

    private static func app() throws -> App { try App { $0.verifiedIdentifiers = [.email, .phoneNumber] } }

    private static func json(_ codes: [IdentifierCode]) -> String {
        "{" + codes.map { #""\#($0.kind.verificationName ?? "")":"\#($0.code)""# }.joined(separator: ",") + "}"
    }

    @Test("are asked for again as long as one is missing or wrong, with the same session and passkey")
    func wrongCodeCanBeCorrected() async throws {
        let app = try Self.app()
        let begun = try await app.register(body: Self.both)
        let (codes, credential) = (app.codes.all, try app.device.create(begun.options))
        let wrong = #"{"email":"\#(codes[0].code)","phone":"0"}"#
        for (verification, missing) in [(nil, ["email", "phone"]), ("{}", ["email", "phone"]), (wrong, ["phone"])] {
            let refused = try await app.token(begun.session, credential, verification: verification)
            #expect(refused.refusal == "403 invalid_grant")
            #expect(refused.json["verification_required"]?.elements.map(\.string) == missing)
            #expect(refused.session == begun.session)
        }
        try await expect(app.token(begun.session, credential, verification: Self.json(codes)).status, equals: 200)
    }

    @Test("end the session after five wrong requests, and with it")
    func sessionEnds() async throws {
        let app = try Self.app()
        for waits in [false, true] {
            let begun = try await app.register()
            let credential = try app.device.create(begun.options)
            let codes = app.codes.all.suffix(1)
            for _ in 0..<4 where !waits {
                _ = try #require(try await app.token(begun.session, credential).json["verification_required"])
            }
            if waits { app.clock.advance(300) }
            let ended = try await app.token(begun.session, credential)
            #expect(ended.refusal == "403 invalid_grant")
            #expect(ended.json["verification_required"] == nil && ended["auth_session"] == nil)
            let late = try await app.token(begun.session, credential, verification: Self.json(Array(codes)))
            #expect(late.refusal == "403 invalid_grant")
        }
    }

    @Test("are not sent for a name, nor if the connection verifies nothing")
    func nothingToVerify() async throws {
        for (app, body) in [(try Self.app(), #""user_profile":{"username":"ana"}"#), (try App(), Self.both)] {
            let begun = try await app.register(body: body)
            #expect(begun.json["verification_required"] == nil)
            #expect(app.codes.all.isEmpty)
            try await expect(app.token(begun.session, app.device.create(begun.options)).status, equals: 200)
        }
    }
}
