import AuthenticatorService
import JSON
import OpenSSLCrypto
import Primitives
import StandIns
import TestSupport
import Testing
import WebAuthn

@Suite("User handles")
struct UserHandleTests {
    private static let sub = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0c1e2f"
    /// A handle of another form.
    private static let former = [UInt8](repeating: 7, count: 32)
    private static let (unknown, foreign) = (Failure(400, "unknown_credential"), Failure(400, "no_credential"))

    private static func tag(_ poolID: String = TestService.poolID) -> [UInt8] {
        Array(SHA256.digest(of: Array(poolID.utf8)).prefix(8))
    }

    /// The handle in the options for somebody's first passkey.
    private static func offered(_ subject: String) throws -> [UInt8] {
        let service = try TestService()
        let token = try service.challengeToken(subject, email: nil, scope: "add:authenticators")
        let text = service.registrationOptions(token)["options"]?["user"]?["id"]?.string
        return try #require(text.flatMap { Base64URL.decode($0) })
    }

    @Test("are a tag of the pool and the user's sub")
    func handleNamesPoolAndUser() throws {
        let handle = try Self.offered(Self.sub)
        let bytes = try #require(UUIDText.bytes(Self.sub))
        #expect(handle == Self.tag() + bytes)
    }

    @Test(
        "of a sub that is no UUID are a tag of the pool and random",
        arguments: ["sub", sub.uppercased(), String(sub.dropLast())])
    func otherSubsAreNotInHandles(subject: String) throws {
        let handles = try [Self.offered(subject), Self.offered(subject)]
        #expect(handles.map { Array($0.prefix(8)) } == [Self.tag(), Self.tag()])
        #expect(handles.map(\.count) == [40, 40] && handles[0] != handles[1])
    }

    /// A handle with which a passkey that is not registered comes.
    struct Unregistered: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let handle: [UInt8]?
        let failure: Failure

        init(_ testDescription: String, _ handle: [UInt8]?, _ failure: Failure) {
            (self.testDescription, self.handle, self.failure) = (testDescription, handle, failure)
        }
    }

    @Test(
        "tell a passkey that is not registered from one of another pool, which no device may forget",
        arguments: [
            Unregistered("of this pool", tag() + [UInt8](repeating: 1, count: 16), unknown),
            Unregistered("of this pool, for a sub that is no UUID", tag() + [UInt8](repeating: 1, count: 32), unknown),
            Unregistered(
                "of this pool, as text", Array(Base64URL.encode(tag() + [UInt8](repeating: 1, count: 16)).utf8), unknown
            ),
            Unregistered("of another pool", tag("eu-west-1_staging") + [UInt8](repeating: 1, count: 16), foreign),
            Unregistered("of another form", [UInt8](repeating: 1, count: 32), foreign),
            Unregistered("that is the tag alone", tag(), foreign),
            Unregistered("that ends with the tag", [UInt8](repeating: 1, count: 16) + tag(), foreign),
            Unregistered("that is missing", nil, foreign),
        ])
    func unregisteredPasskey(_ example: Unregistered) throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        passkey.sentHandle = example.handle
        try expect(service.signIn(&passkey, .app(TestService.poolID)).failure, equals: example.failure)
        #expect(service.reports.count == 1)
    }

    @Test("of another form stay as they are, and their passkeys are never foreign")
    func storedHandleStays() throws {
        let service = try TestService()
        var passkey = try service.storedPasskey(handle: Self.former)
        try expect(service.signIn(&passkey, .app(TestService.poolID))["isVerified"]?.bool, equals: true)
        let further = try service.registeredPasskey(service.signedUser())
        #expect(further.userHandle == Self.former)
        // It is refused for what it is, and neither as unknown nor as foreign.
        passkey.sentHandle = Self.tag() + [UInt8](repeating: 1, count: 16)
        try expect(service.signIn(&passkey, .app(TestService.poolID)).outcome, equals: "wrong_user_handle")
        passkey.sentHandle = nil
        try expect(service.signIn(&passkey, .app(TestService.poolID)).outcome, equals: "user_handle_missing")
    }

    @Test("of this pool let an app tell the password manager which passkeys there are; others do not")
    func listSaysWhetherSignalsMayBeSent() throws {
        func signals(_ service: TestService, _ token: String) throws -> [Bool?] {
            try #require(service.call("GET", "client/user-authenticators", as: .bearer(token)).json).elements.map {
                $0["allowsSignals"]?.bool
            }
        }
        let service = try TestService()
        let token = try service.signedUser()
        try expect(signals(service, token), equals: [true])
        _ = try service.registeredPasskey(token)
        try expect(signals(service, token), equals: [true, true])
        let other = try TestService()
        _ = try other.storedPasskey(handle: Self.former)
        try expect(signals(other, other.signedUser()), equals: [false, false])
        let mixed = try TestService()
        _ = try mixed.storedPasskey(handle: Self.former, userHandle: Self.tag() + [1])
        try expect(signals(mixed, mixed.signedUser()), equals: [false, false])
        // Two handles of this pool: a password manager would forget what belongs to the other one.
        let twice = try TestService()
        _ = try twice.storedPasskey(handle: Self.tag() + [2], userHandle: Self.tag() + [1])
        try expect(signals(twice, twice.signedUser()), equals: [false, false])
    }
}
