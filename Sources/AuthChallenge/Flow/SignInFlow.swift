package import LambdaRuntime

/// The steps of a sign-in in order (`SIGN_IN_FLOW`): each must be passed before the next begins, and Cognito issues
/// tokens after the last.
package struct SignInFlow: Equatable, Sendable {
    /// The custom challenges in order, by the names of their methods; at least one.
    package let steps: [String]

    static let variable = "SIGN_IN_FLOW"

    /// A flow of those custom challenges.
    package init(steps: [String] = [ResultTokenMethod.name]) { self.steps = steps }

    /// Reads the variable.
    package init(_ settings: Settings) throws(FunctionError) {
        try self.init(settings, methods: ChallengeMethods.registered)
    }

    /// Reads the variable, where those methods are known.
    package init(
        _ settings: Settings, methods: [String: ChallengeMethods.Registration]
    ) throws(FunctionError) {
        let names = try settings.list(Self.variable) ?? [ResultTokenMethod.name]
        guard names.allSatisfy({ methods[$0] != nil }) else {
            let known = methods.keys.sorted().joined(separator: ", ")
            throw .configuration(Self.variable, "may name only \(known)")
        }
        guard Set(names).count == names.count else { throw .configuration(Self.variable, "names a step twice") }
        // A step such as a CAPTCHA may be passed by anybody.
        guard names.contains(where: { methods[$0]?.provesIdentity ?? false }) else {
            throw .configuration(Self.variable, "has no step that proves who the user is")
        }
        steps = names
    }
}
