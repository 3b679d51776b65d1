import Foundation
import JSON
import LambdaRuntime
import SignInRules
import Testing
import TriggerTestSupport

@Suite("How long a session becomes")
struct SessionLengthTests {
    /// The figures that `make deploy` computes, which its own test reads, too.
    private static let figures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Deployment/session_lengths.json")

    @Test("is estimated as make deploy does")
    func figuresAreThoseOfDeploy() throws {
        let flows = try JSONValue(parsing: [UInt8](Data(contentsOf: Self.figures))).elements
        #expect(flows.count == 10)
        for flow in flows {
            let names = try #require(flow["flow"]?.string)
            let length = try SessionLength(of: SignInFlow(Settings(Environment(["SIGN_IN_FLOW": names]))))
            for (attempts, characters) in flow["characters"]?.members ?? [] {
                let count = try #require(Int(attempts))
                #expect(length.characters(attempts: count).description == characters.numberText, "\(names) \(count)")
            }
            #expect(length.attemptsThatFit.description == flow["fit"]?.numberText, "\(names)")
        }
    }

    @Test(
        "the function says once at its start that a setting may be too high, and starts",
        arguments: [
            (nil, nil, nil), (nil, "10", nil), ("CAPTCHA,EMAIL_OTP", "6", nil),
            (
                "CAPTCHA,EMAIL_OTP", "7",
                "WARN MAX_ATTEMPTS=7 may be too many for SIGN_IN_FLOW=CAPTCHA,EMAIL_OTP: after that many wrong answers, "
                    + "Cognito's session has about 4435 characters, and 4096 are sure to fit. MAX_ATTEMPTS=6 surely fits."
            ),
            ("PASSWORD,CAPTCHA,EMAIL_OTP,RESULT_TOKEN", nil, nil),
            (
                "EMAIL_OTP", "10",
                "WARN MAX_ATTEMPTS=10 may be too many for SIGN_IN_FLOW=EMAIL_OTP: after that many wrong answers, "
                    + "Cognito's session has about 4150 characters, and 4096 are sure to fit. MAX_ATTEMPTS=9 surely fits."
            ),
        ] as [(String?, String?, String?)])
    func functionWarnsAtItsStart(flow: String?, attempts: String?, line: String?) throws {
        var settings: [String: String] = [:]
        (settings["SIGN_IN_FLOW"], settings["MAX_ATTEMPTS"]) = (flow, attempts)
        let recorder = LogRecorder()
        _ = try DefineTrigger(Settings(Environment(settings)), recorder.log)
        #expect(recorder.lines == [line].compactMap { $0 })
    }
}
