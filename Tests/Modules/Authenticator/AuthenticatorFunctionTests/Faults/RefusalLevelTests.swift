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
        var signIn = try SignIn()
        let options = try signIn.options()
        if level == "ERROR" {
            signIn.device.origin = "https://other.example.org"
        } else {
            signIn.device.verifiesUser = false
        }
        try expect(signIn.process.answer(signIn.sign(options)).isVerified, equals: false)
        let lines = signIn.deployment.recorder.lines.filter { $0.contains("the passkey is refused") }
        #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("\(level) ") }, "\(lines)")
    }
}
