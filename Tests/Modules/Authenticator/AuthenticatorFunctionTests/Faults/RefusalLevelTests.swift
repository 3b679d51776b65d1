import JSON
import SoftwarePasskey
import TestSupport
import Testing
import TriggerTestSupport

@Suite("A passkey that the authenticator refuses")
struct RefusalLevelTests {
    @Test(
        "is an error in the log if a setting is wrong, and otherwise none",
        arguments: [("a page that is not listed", "ERROR"), ("a person who is not verified", "INFO")])
    func levelTellsWhoCanHelp(what: String, level: String) throws {
        let deployment = try Deployment()
        let process = try deployment.process()
        var device = SoftwareAuthenticator.new
        _ = try process.enrol(&device)
        let options = try process.answer(.passkeyOptions)
        if level == "ERROR" { device.origin = "https://other.example.org" } else { device.verifiesUser = false }
        let assertion = try device.sign(#require(options["options"]))
        try expect(process.answer(.verifyPasskey(.app, options, assertion)).isVerified, equals: false)
        let lines = deployment.recorder.lines.filter { $0.contains("the passkey is refused") }
        #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("\(level) ") }, "\(lines)")
    }
}
