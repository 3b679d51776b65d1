import SignInRules
import Testing

@Suite("A flow in a few letters")
struct FlowCodeTests {
    private static func code(_ steps: [String], password: Bool = false) -> FlowCode {
        SignInFlow(beginsWithPassword: password, steps: steps).code
    }

    @Test("has the initials of each step, and its description has their names")
    func initials() {
        let code = Self.code(["CAPTCHA", "RESULT_TOKEN"], password: true)
        #expect(code.rawValue == "P-C-RT")
        #expect("\(code)" == "PASSWORD,CAPTCHA,RESULT_TOKEN")
        #expect(Self.code(["EMAIL_OTP"]).rawValue == "EO")
    }

    @Test("is another for every flow")
    func isUnique() {
        let names = SignInStep.all.map(\.name)
        let orders = names.flatMap { one in [[one]] + names.filter { $0 != one }.map { [one, $0] } }
        let codes = orders.flatMap { [Self.code($0), Self.code($0, password: true)] }.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
    }

    @Test(
        "of a flow that this version does not know shows its letters, and nothing but letters",
        arguments: [
            ("P-SMS-RT", "PASSWORD,SMS,RESULT_TOKEN"), ("", "?"), ("RT--EO", "RESULT_TOKEN,?,EMAIL_OTP"),
            ("ana@example.test", "?"), ("123456", "?"), ("ABCDEFGHI", "?"),
        ])
    func unknownLetters(letters: String, text: String) { #expect("\(FlowCode(rawValue: letters))" == text) }
}
