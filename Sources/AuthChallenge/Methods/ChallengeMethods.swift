internal import LambdaRuntime

/// The challenge methods this product knows, and those of the flow.
enum ChallengeMethods {
    /// Makes a method as the environment configures it.
    typealias Maker = @Sendable (Services, Log) throws(FunctionError) -> any ChallengeMethod

    /// Every method by the name under which parameters and metadata know it. A new method is one line here.
    static let registered: [String: Maker] = [
        ResultTokenMethod.name: { (services, log) throws(FunctionError) in try ResultTokenMethod(services, log) }
    ]

    /// The method of the flow's only step.
    static let flow = ResultTokenMethod.name

    /// The flow's method, made.
    static func make(_ name: String, _ services: Services, _ log: Log) throws(FunctionError) -> any ChallengeMethod {
        guard let make = registered[name] else { throw .hidden(.internalError, "no method \(name)") }
        return try make(services, log)
    }
}
