package import LambdaRuntime

/// The steps of a sign-in in order (`SIGN_IN_FLOW`): each must be passed before the next begins, and Cognito issues
/// tokens after the last.
package struct SignInFlow: Equatable, Sendable {
    /// Whether the first step is the user's password, which Cognito itself checks by SRP (`PASSWORD`).
    package let beginsWithPassword: Bool
    /// The custom challenges in order, by the names of their methods; at least one.
    package let steps: [String]

    static let variable = "SIGN_IN_FLOW"
    private static let password = "PASSWORD"

    /// A flow of those custom challenges, after the password or without it.
    package init(beginsWithPassword: Bool = false, steps: [String] = [ResultTokenMethod.name]) {
        self.beginsWithPassword = beginsWithPassword
        self.steps = steps
    }

    /// Reads the variable.
    package init(_ settings: Settings) throws(FunctionError) {
        try self.init(settings, methods: ChallengeMethods.registered)
    }

    /// Reads the variable, where those methods are known.
    package init(
        _ settings: Settings, methods: [String: ChallengeMethods.Registration]
    ) throws(FunctionError) {
        let names = try settings.list(Self.variable) ?? [ResultTokenMethod.name]
        let beginsWithPassword = names.first == Self.password
        let steps = Array(names.dropFirst(beginsWithPassword ? 1 : 0))
        // Cognito takes a password by SRP at the start of a session and nowhere else.
        guard !steps.contains(Self.password) else {
            throw .configuration(Self.variable, "may have \(Self.password) once, as its first step")
        }
        guard steps.allSatisfy({ methods[$0] != nil }) else {
            let known = ([Self.password] + methods.keys.sorted()).joined(separator: ", ")
            throw .configuration(Self.variable, "may name only \(known)")
        }
        guard Set(steps).count == steps.count else { throw .configuration(Self.variable, "names a step twice") }
        // Where the password is all that is asked for, Cognito does it better without custom authentication.
        guard !steps.isEmpty else {
            throw .configuration(Self.variable, "must have another step after \(Self.password)")
        }
        // A step such as a CAPTCHA may be passed by anybody.
        guard beginsWithPassword || steps.contains(where: { methods[$0]?.provesIdentity ?? false }) else {
            throw .configuration(Self.variable, "has no step that proves who the user is")
        }
        self.init(beginsWithPassword: beginsWithPassword, steps: steps)
    }
}
