import SignInTokens
import SoftwarePasskey
import TestSupport
import Testing

/// What `AWS_REGION` says.
@Suite("The function's Region")
struct RegionTests {
    private static let (here, there) = ("eu-west-1", "eu-central-1")

    /// A process of another Region, with the tables of a deployment.
    private func process(_ region: String, tablesOf deployment: Deployment) throws -> AuthenticatorProcess {
        try Deployment(
            clock: deployment.clock, tablesAt: deployment.cloud.endpoint, settings: ["AWS_REGION": region]
        ).process()
    }

    @Test("is the one for which it proves a passkey that was asked for without a token")
    func provesForItsRegion() throws {
        for region in [Self.here, Self.there] {
            let deployment = try Deployment(settings: ["AWS_REGION": region])
            let process = try deployment.process()
            var device = SoftwareAuthenticator.new
            _ = try process.enrol(&device)
            let answer = try process.signIn(&device, .app, started: process.answer(.startAction()))
            try expect(deployment.result(answer).region, equals: region)
        }
    }

    @Test("is the only one in which its ceremonies end", arguments: [here, there])
    func endsItsCeremonies(region: String) throws {
        let deployment = try Deployment(settings: ["AWS_REGION": Self.here])
        let process = try deployment.process()
        var device = SoftwareAuthenticator.new
        _ = try process.enrol(&device)
        let options = try process.answer(.authenticationOptions(.app))
        let signed = try device.sign(#require(options["options"]))
        let answer = try self.process(region, tablesOf: deployment).answer(.verifyPasskey(.app, options, signed))
        #expect(answer.isVerified == (region == Self.here))
        #expect(answer.error == (region == Self.here ? nil : "400 invalid_request"))
    }
}
