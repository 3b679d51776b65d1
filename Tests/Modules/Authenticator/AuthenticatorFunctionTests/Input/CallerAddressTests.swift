import TestSupport
import Testing
import TriggerTestSupport

/// Behind CloudFront, a front door sees the address of an edge that many callers share.
@Suite("Where a request comes from")
struct CallerAddressTests {
    private static let secret = "the secret header of the distribution"
    private static let edge = "130.176.0.1"

    /// A deployment in which nobody waits, so that four requests come at one moment and one network gets three codes.
    private static func deployment(_ settings: [String: String] = ["CLOUDFRONT_SECRET": secret]) throws -> Deployment {
        let deployment = try Deployment(settings: settings.merging(["MINIMUM_RESPONSE_TIME": "0"]) { $1 })
        deployment.clock.stop()
        deployment.hide(secret)
        return deployment
    }

    /// How many of the requests for codes are answered.
    private func answered(
        _ process: AuthenticatorProcess, from sourceIPs: [String] = Array(repeating: edge, count: 4),
        _ headers: (Int) -> [String: String]
    ) throws -> Int {
        var count = 0
        for (number, sourceIP) in sourceIPs.enumerated() {
            var event = FrontDoorEvent.sendCode(try process.deployment.challengeToken(key: "round \(number)"))
            event.sourceIP = sourceIP
            event.headers = headers(number).map { ($0.key, $0.value) }
            count += try process.answer(event).status == 200 ? 1 : 0
        }
        #expect(process.deployment.leaks == [])
        return count
    }

    @Test(
        "is what CloudFront says, if the distribution's secret proves it",
        arguments: [
            (["198.51.100.1:443", "198.51.100.2:443", "198.51.100.3:443", "198.51.100.4:443"], 4),
            (["198.51.100.1:443", "198.51.100.1:444", "198.51.100.1:445", "198.51.100.1:5"], 3),
            (["2001:db8::1:443", "2001:db8:0:1::1:443", "2001:db8:0:2::1:443", "2001:db8:0:3:1:2:3:4:443"], 4),
            (["2001:db8::1:443", "2001:db8::2:443", "2001:db8:0:0:1:2:3:4:443", "2001:DB8::ffff:65535"], 3),
        ] as [([String], Int)])
    func proven(viewers: [String], count: Int) throws {
        let process = try Self.deployment().process()
        let found = try answered(process, from: ["130.176.0.1", "130.176.0.2", "130.176.0.3", "130.176.0.4"]) {
            ["X-Origin-Secret": Self.secret, "CloudFront-Viewer-Address": viewers[$0]]
        }
        #expect(found == count)
    }

    @Test(
        "is what the front door says, without that proof or without a usable address",
        arguments: [
            (nil, "198.51.100.N:443"), ("", "198.51.100.N:443"),
            ("another secret of the distribution xx", "198.51.100.N:443"),
            ("\(secret),\(secret)", "198.51.100.N:443"), (secret, "N"), (secret, "198.51.100.N"), (secret, ":N"),
            (secret, "198.51.100.N:443,198.51.100.5:443"),
        ] as [(String?, String)])
    func unproven(given: String?, viewer: String) throws {
        let process = try Self.deployment().process()
        let found = try answered(process) { number in
            var headers = ["cloudfront-viewer-address": viewer.replacing("N", with: "\(number)")]
            headers["x-origin-secret"] = given
            return headers
        }
        #expect(found == 3)
    }

    @Test("is what the front door says, where no secret is configured")
    func notConfigured() throws {
        let process = try Self.deployment([:]).process()
        let found = try answered(process) {
            ["x-origin-secret": "", "cloudfront-viewer-address": "198.51.100.\($0):443"]
        }
        #expect(found == 3)
    }

    @Test("does not matter with OTP_MAILS_PER_NETWORK=0")
    func limitIsOff() throws {
        let process = try Self.deployment(["OTP_MAILS_PER_NETWORK": "0"]).process()
        try expect(answered(process) { _ in [:] }, equals: 4)
    }

    @Test("is proven by both versions of the secret while it is replaced, in every process", arguments: [false, true])
    func replacement(isNew: Bool) throws {
        let secrets = Secrets(Self.secret)
        let deployment = try Self.deployment([
            "CLOUDFRONT_SECRET_ARN": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:edge-AbCdEf"
        ])
        func process() throws -> AuthenticatorProcess { try deployment.process { SecretsInFront(secrets, $0) } }
        let old = try process()
        let later = "the secret that has taken its place"
        secrets.replace(with: later)
        let process = isNew ? try process() : old
        for (secret, network) in [(Self.secret, 1), (later, 2)] {
            let found = try answered(process) {
                ["x-origin-secret": secret, "cloudfront-viewer-address": "198.51.\(network).\($0):443"]
            }
            #expect(found == 4)
        }
        // Once more for the secrets, and not for each request.
        #expect(secrets.reads <= 5)
    }
}
