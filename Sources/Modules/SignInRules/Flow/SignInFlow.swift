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
    package init(beginsWithPassword: Bool = false, steps: [String] = [SignInStep.resultToken.name]) {
        self.beginsWithPassword = beginsWithPassword
        self.steps = steps
        code = FlowCode(self)
    }

    /// The names of all its steps in order, with the password's.
    var names: [String] { (beginsWithPassword ? [Self.password] : []) + steps }

    /// Reads the variable.
    /// - Parameter knownSteps: the steps that the variable may name besides the password.
    package init(_ settings: Settings, knownSteps: [SignInStep] = SignInStep.all) throws(FunctionError) {
        let names = try settings.list(Self.variable) ?? [SignInStep.resultToken.name]
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
