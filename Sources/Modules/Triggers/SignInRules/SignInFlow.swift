package import LambdaRuntime

/// The steps of a sign-in in order (`SIGN_IN_FLOW`): each must be passed before the next begins, and Cognito issues
/// tokens after the last.
package struct SignInFlow: Equatable, Sendable {
    /// Whether the first step is the user's password, which Cognito itself checks by SRP (`PASSWORD`).
    package let beginsWithPassword: Bool
    /// The custom challenges in order, by the names of their methods; at least one.
    package let steps: [String]
    /// The flow as rounds carry it, so that the functions notice if their flows differ.
    package private(set) var code = FlowCode(rawValue: "")

    /// The setting.
    package static let variable = "SIGN_IN_FLOW"
    static let password = "PASSWORD"

    /// A flow of those custom challenges, after the password or without it.
    package init(beginsWithPassword: Bool = false, steps: [String] = [FlowStep.resultToken.name]) {
        self.beginsWithPassword = beginsWithPassword
        self.steps = steps
        code = FlowCode(self)
    }

    /// The names of all its steps in order, with the password's.
    var names: [String] { (beginsWithPassword ? [Self.password] : []) + steps }

    /// Reads the variable.
    /// - Parameter knownSteps: the steps that the variable may name besides the password.
    package init(_ settings: Settings, knownSteps: [FlowStep] = FlowStep.all) throws(FunctionError) {
        let names = try settings.list(Self.variable) ?? [FlowStep.resultToken.name]
        let beginsWithPassword = names.first == Self.password
        let steps = Array(names.dropFirst(beginsWithPassword ? 1 : 0))
        // Cognito takes a password by SRP at the start of a session and nowhere else.
        guard !steps.contains(Self.password) else {
            throw .configuration(Self.variable, "may have \(Self.password) once, as its first step")
        }
        guard steps.allSatisfy({ name in knownSteps.contains { $0.name == name } }) else {
            let known = ([Self.password] + knownSteps.map(\.name).sorted()).joined(separator: ", ")
            throw .configuration(Self.variable, "may name only \(known)")
        }
        guard Set(steps).count == steps.count else { throw .configuration(Self.variable, "names a step twice") }
        // If the password is the only step, Cognito does it better without custom authentication.
        guard !steps.isEmpty else {
            throw .configuration(Self.variable, "must have another step after \(Self.password)")
        }
        // Anybody can pass a step such as a CAPTCHA.
        let provesIdentity = knownSteps.contains { $0.provesIdentity && steps.contains($0.name) }
        guard beginsWithPassword || provesIdentity else {
            throw .configuration(Self.variable, "has no step that proves who the user is")
        }
        self.init(beginsWithPassword: beginsWithPassword, steps: steps)
    }
}

/// A step that a flow may name: a kind of custom challenge.
///
/// Define has to know the steps without the code that makes and judges their challenges, so that its executable needs
/// neither cryptography nor outbound calls.
package struct FlowStep: Equatable, Sendable {
    /// The step's name in `SIGN_IN_FLOW`, in parameters and in metadata. The initials of its words, which stand for it in
    /// a `FlowCode`, are those of no other step.
    package let name: String
    /// Whether a right answer shows who the user is. The answer to a CAPTCHA does not.
    package let provesIdentity: Bool

    /// A step of that name.
    package init(_ name: String, provesIdentity: Bool) {
        self.name = name
        self.provesIdentity = provesIdentity
    }
}

extension FlowStep {
    /// A result token, for which the app proves a passkey or an emailed code elsewhere.
    package static let resultToken = FlowStep("RESULT_TOKEN", provesIdentity: true)
    /// A code that this deployment emails.
    package static let emailOTP = FlowStep("EMAIL_OTP", provesIdentity: true)
    /// A CAPTCHA.
    package static let captcha = FlowStep("CAPTCHA", provesIdentity: false)

    /// Every step this product knows. A new challenge method is one line here and one in `ChallengeMethods.registered`.
    package static let all = [resultToken, emailOTP, captcha]
}

/// How far a session has come in the custom challenges of a flow. Define and Create read its rows by the same rules.
package struct FlowPosition {
    private let steps: [String]
    /// How many steps have been passed.
    package private(set) var passed = 0
    /// The wrong answers to the step that is due; those to steps before it no longer count.
    package private(set) var wrongAnswers = 0

    /// The position before the first of those steps.
    package init(_ steps: [String]) { self.steps = steps }

    /// Whether every step has been passed.
    package var isComplete: Bool { passed == steps.count }

    /// Takes the next answered custom challenge of the session.
    ///
    /// - Parameters:
    ///   - step: the step that its note names. A row without a note is not of this flow: the functions that were attached
    ///     before, when the session began, may have judged it.
    ///   - isRight: whether the answer was right.
    /// - Returns: false if it does not belong to the step that is due, which never happens in an honest session.
    package mutating func take(_ step: String?, isRight: Bool) -> Bool {
        guard !isComplete, step == steps[passed] else { return false }
        if isRight {
            passed += 1
            wrongAnswers = 0
        } else {
            wrongAnswers += 1
        }
        return true
    }
}
