package import LambdaRuntime

/// The steps of a sign-in in order (`SIGN_IN_FLOW`): each must be passed before the next begins, and Cognito issues
/// tokens after the last.
package struct SignInFlow: Equatable, Sendable {
    /// Whether the first step is the user's password, which Cognito itself checks by SRP (`PASSWORD`).
    package let beginsWithPassword: Bool
    /// The custom challenges in order, at least one.
    package let steps: [FlowStep]
    /// The flow as rounds carry it, so that the functions notice if their flows differ.
    package private(set) var code = FlowCode(rawValue: "")

    /// The setting.
    package static let variable = "SIGN_IN_FLOW"
    static let password = "PASSWORD"

    /// A flow of those custom challenges, after the password or without it.
    package init(beginsWithPassword: Bool = false, steps: [FlowStep] = [.resultToken]) {
        self.beginsWithPassword = beginsWithPassword
        self.steps = steps
        code = FlowCode(self)
    }

    /// The names of all its steps in order, with the password's.
    var names: [String] { (beginsWithPassword ? [Self.password] : []) + steps.map(\.rawValue) }

    /// Reads the variable.
    package init(_ settings: Settings) throws(FunctionError) {
        let names = try settings.list(Self.variable) ?? [FlowStep.resultToken.rawValue]
        let beginsWithPassword = names.first == Self.password
        let stepNames = names.dropFirst(beginsWithPassword ? 1 : 0)
        // Cognito takes a password by SRP at the start of a session and nowhere else.
        guard !stepNames.contains(Self.password) else {
            throw .configuration(Self.variable, "may have \(Self.password) once, as its first step")
        }
        let steps = stepNames.compactMap(FlowStep.init(rawValue:))
        guard steps.count == stepNames.count else {
            let names = ([Self.password] + FlowStep.allCases.map(\.rawValue).sorted()).joined(separator: ", ")
            throw .configuration(Self.variable, "may name only \(names)")
        }
        guard Set(steps).count == steps.count else { throw .configuration(Self.variable, "names a step twice") }
        // If the password is the only step, Cognito does it better without custom authentication.
        guard !steps.isEmpty else {
            throw .configuration(Self.variable, "must have another step after \(Self.password)")
        }
        guard beginsWithPassword || steps.contains(where: \.provesIdentity) else {
            throw .configuration(Self.variable, "has no step that proves who the user is")
        }
        self.init(beginsWithPassword: beginsWithPassword, steps: steps)
    }
}

/// A step that a flow may have: a kind of custom challenge. Its raw value names it in `SIGN_IN_FLOW`, in parameters, in
/// metadata and in the audit log. The initials of the words in its name, which stand for it
/// in a `FlowCode`, are those of no other step.
///
/// Define has to know the steps without the code that makes and judges their challenges, so that its executable needs
/// neither cryptography nor outbound calls.
package enum FlowStep: String, CaseIterable, Sendable {
    /// A result token, for which the app proves a passkey or an emailed code elsewhere.
    case resultToken = "RESULT_TOKEN"
    /// A code that this deployment emails.
    case emailOTP = "EMAIL_OTP"
    /// A CAPTCHA.
    case captcha = "CAPTCHA"

    /// Whether a right answer shows who the user is. Anybody can pass a CAPTCHA.
    package var provesIdentity: Bool {
        switch self {
        case .resultToken, .emailOTP: true
        case .captcha: false
        }
    }

    /// The bytes that the step's method adds to a round's note, with the space before them.
    var noteLength: Int {
        switch self {
        case .resultToken, .captcha: 0
        case .emailOTP: 74
        }
    }
}

/// How far a session has come in the custom challenges of a flow. Define and Create read its rows by the same rules.
package struct FlowPosition {
    private let steps: [FlowStep]
    /// How many steps have been passed.
    package private(set) var passed = 0
    /// The wrong answers to the step that is due; those to steps before it no longer count.
    package private(set) var wrongAnswers = 0

    /// The position before the first of those steps.
    package init(_ steps: [FlowStep]) { self.steps = steps }

    /// Whether every step has been passed.
    package var isComplete: Bool { passed == steps.count }

    /// Takes the next answered custom challenge of the session.
    ///
    /// - Parameters:
    ///   - step: the step that its note names; nil if it names none. A row without a note is not of this flow: the
    ///     functions that were attached before, when the session began, may have judged it.
    ///   - isRight: whether the answer was right.
    /// - Returns: false if it does not belong to the step that is due, which never happens in an honest session.
    package mutating func take(_ step: FlowStep?, isRight: Bool) -> Bool {
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
