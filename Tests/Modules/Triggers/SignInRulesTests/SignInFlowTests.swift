import LambdaRuntime
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The flow's setting")
struct SignInFlowTests {
    private func flow(_ text: String?) throws(FunctionError) -> SignInFlow {
        try SignInFlow(Settings(Environment(text.map { ["SIGN_IN_FLOW": $0] } ?? [:])))
    }

    @Test(
        "names the steps in order",
        arguments: [
            (nil, [.resultToken]), ("", [.resultToken]), ("RESULT_TOKEN", [.resultToken]),
            ("EMAIL_OTP", [.emailOTP]), ("CAPTCHA, EMAIL_OTP", [.captcha, .emailOTP]),
            ("EMAIL_OTP,RESULT_TOKEN", [.emailOTP, .resultToken]),
            ("RESULT_TOKEN,EMAIL_OTP,CAPTCHA", [.resultToken, .emailOTP, .captcha]),
        ] as [(String?, [FlowStep])])
    func stepsAreNamedInOrder(_ text: String?, _ steps: [FlowStep]) throws {
        try expect(flow(text), equals: SignInFlow(steps: steps))
    }

    @Test(
        "may begin with the password",
        arguments: [
            ("PASSWORD,RESULT_TOKEN", [.resultToken]), ("PASSWORD,EMAIL_OTP", [.emailOTP]),
            ("PASSWORD, CAPTCHA", [.captcha]), ("PASSWORD,EMAIL_OTP,RESULT_TOKEN", [.emailOTP, .resultToken]),
        ] as [(String, [FlowStep])])
    func flowMayBeginWithThePassword(_ text: String, _ steps: [FlowStep]) throws {
        try expect(flow(text), equals: SignInFlow(beginsWithPassword: true, steps: steps))
    }

    @Test(
        "is refused if it is wrong, with a text that names the variable",
        arguments: [
            ("SMS", "may name only PASSWORD, CAPTCHA, EMAIL_OTP, RESULT_TOKEN"),
            ("result_token", "may name only PASSWORD, CAPTCHA, EMAIL_OTP, RESULT_TOKEN"),
            ("RESULT_TOKEN,SMS", "may name only PASSWORD, CAPTCHA, EMAIL_OTP, RESULT_TOKEN"),
            ("RESULT_TOKEN EMAIL_OTP", "may name only PASSWORD, CAPTCHA, EMAIL_OTP, RESULT_TOKEN"),
            ("RESULT_TOKEN,RESULT_TOKEN", "names a step twice"),
            ("RESULT_TOKEN,EMAIL_OTP,RESULT_TOKEN", "names a step twice"),
            ("RESULT_TOKEN,PASSWORD", "may have PASSWORD once, as its first step"),
            ("PASSWORD,PASSWORD", "may have PASSWORD once, as its first step"),
            ("PASSWORD,RESULT_TOKEN,PASSWORD", "may have PASSWORD once, as its first step"),
            ("PASSWORD", "must have another step after PASSWORD"),
            ("PASSWORD,SMS", "may name only PASSWORD, CAPTCHA, EMAIL_OTP, RESULT_TOKEN"),
            ("CAPTCHA", "has no step that proves who the user is"), (" ", "has an empty part in its list"),
            ("RESULT_TOKEN,", "has an empty part in its list"), (",", "has an empty part in its list"),
        ])
    func wrongFlowIsRefused(_ text: String, _ problem: String) {
        #expect(throws: FunctionError.configuration("SIGN_IN_FLOW", problem)) { try flow(text) }
    }

    /// Whether each step shows who the user is, written down here again: a new step must be added by hand.
    private static let steps = ["RESULT_TOKEN": true, "EMAIL_OTP": true, "CAPTCHA": false]

    @Test("starts only if one of its steps shows who the user is, whatever the order, with every step in every place")
    func everyStepInEveryPlace() throws {
        let read = FlowStep.allCases.map { ($0.rawValue, $0.provesIdentity) }
        #expect(Dictionary(uniqueKeysWithValues: read) == Self.steps)
        var orders: [[String]] = [[]]
        for _ in Self.steps {
            orders += orders.flatMap { order in Self.steps.keys.filter { !order.contains($0) }.map { order + [$0] } }
        }
        for order in Set(orders) where !order.isEmpty {
            for password in [false, true] {
                let text = ((password ? ["PASSWORD"] : []) + order).joined(separator: ",")
                let starts = password || order.contains { Self.steps[$0] == true }
                let hasStarted = (try? flow(text)) != nil
                #expect(hasStarted == starts, "\(text)")
            }
        }
    }
}

@Suite("How far a session has come")
struct FlowPositionTests {
    @Test("a step is passed by a right answer to it, and nothing is left after the last")
    func stepsArePassedInOrder() {
        var position = FlowPosition([.captcha, .emailOTP])
        for (step, isRight, isTaken) in [
            (.emailOTP, true, false), (.captcha, false, true), (nil, true, false), (.captcha, true, true),
            (.captcha, true, false), (.emailOTP, true, true), (.emailOTP, true, false), (nil, false, false),
        ] as [(FlowStep?, Bool, Bool)] { #expect(position.take(step, isRight: isRight) == isTaken) }
        #expect(position.isComplete)
    }
}

@Suite("A flow in a few letters")
struct FlowCodeTests {
    private static func code(_ steps: [FlowStep], password: Bool = false) -> FlowCode {
        SignInFlow(beginsWithPassword: password, steps: steps).code
    }

    @Test("has the initials of each step, and its description has their names")
    func initials() {
        let code = Self.code([.captcha, .resultToken], password: true)
        #expect(code.rawValue == "P-C-RT")
        #expect("\(code)" == "PASSWORD,CAPTCHA,RESULT_TOKEN")
        #expect(Self.code([.emailOTP]).rawValue == "EO")
    }

    @Test("is another for every flow")
    func isUnique() {
        let steps = FlowStep.allCases
        let orders = steps.flatMap { one in [[one]] + steps.filter { $0 != one }.map { [one, $0] } }
        let codes = orders.flatMap { [Self.code($0), Self.code($0, password: true)] }.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
    }

    @Test(
        "of an unknown flow shows its letters, and nothing but letters",
        arguments: [
            ("P-SMS-RT", "PASSWORD,SMS,RESULT_TOKEN"), ("", "?"), ("RT--EO", "RESULT_TOKEN,?,EMAIL_OTP"),
            ("ana@example.test", "?"), ("123456", "?"), ("ABCDEFGHI", "?"),
        ])
    func unknownLetters(letters: String, text: String) { #expect("\(FlowCode(rawValue: letters))" == text) }
}
