import AuthenticatorService
import JSON
import SignInTokens
import StandIns
import TestSupport
import Testing

/// The authenticator runs in several Regions, with the users in all of them and what expires in each.
@Suite("An authenticator in several Regions")
struct RegionTests {
    private static let (here, there) = ("eu-west-1", "eu-central-1")
    private static let refused = Failure(400, "invalid_request")

    private let storage = TableStandIn.authenticatorTables().authenticatorStorage()

    /// The service in a Region.
    private func service(_ region: String?) throws -> TestService {
        try TestService(storage: storage) { $0.region = region }
    }

    @Test("a proof is for the Region that its challenge token names, wherever it is made", arguments: [here, there])
    func proofIsForTheRegionOfItsToken(region: String) throws {
        let service = try service(Self.here)
        let code = service.proveEmail(
            try service.challengeToken("sub", email: "a@example.org", region: region), "a@example.org")
        try expect(service.result(code).region, equals: region)
        var passkey = try UnrulyPasskey()
        let added = try service.register(&passkey, code["accessToken"]?.string ?? "")
        try expect(service.result(added).region, equals: region)
        let token = try service.challengeToken("sub", email: nil, key: "next", region: region)
        try expect(service.result(service.signIn(&passkey, .bearer(token))).region, equals: region)
    }

    @Test("a proof made with a token that names no Region names none")
    func proofWithoutRegion() throws {
        let service = try service(Self.here)
        try expect(
            service.result(service.proveEmail(service.challengeToken("sub", email: "a@b.org"), "a@b.org")).region,
            equals: nil)
    }

    @Test("a passkey proven before the sign-in is for the Region that has verified it", arguments: [here, there, nil])
    func earlierPasskeyIsForItsRegion(region: String?) throws {
        let service = try service(region)
        var passkey = try service.registeredPasskey()
        let started = service.startAction(TestService.poolID)
        let answer = try service.signIn(&passkey, .app(TestService.poolID), #"{"challengeId":"\#(started)"}"#)
        try expect(service.result(answer).region, equals: region)
    }

    @Test("a ceremony that began in one Region does not end in another", arguments: [there, nil])
    func ceremonyEndsWhereItBegan(region: String?) throws {
        let (here, other) = (try service(Self.here), try service(region))
        var passkey = try UnrulyPasskey()
        let token = try here.signedUser()
        let registration = here.registrationOptions(token)
        let created = try passkey.register(registration["options"])
        #expect(other.add(created, registration, token).failure == Self.refused)
        #expect(other.reports == [.otherRegion])
        #expect(here.add(created, registration, token)["isVerified"]?.bool == true)
        for sender in [TestService.Sender.app(TestService.poolID), .bearer(token)] {
            let options = here.authenticationOptions(sender)
            let signed = try passkey.sign(options["options"])
            #expect(other.verify(signed, options, sender).failure == Self.refused)
            #expect(here.verify(signed, options, sender)["isVerified"]?.bool == true)
        }
    }
}
