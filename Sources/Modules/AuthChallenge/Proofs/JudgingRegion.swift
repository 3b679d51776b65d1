internal import LambdaRuntime

/// The AWS Region of this function, and which rounds and proofs it may judge.
///
/// `STATE_TABLE` is regional, so only one Region knows whether a proof or a code has been used. Each round and each
/// proof therefore counts in the one Region that it names.
struct JudgingRegion {
    /// The setting: whether the deployment runs in more than one Region.
    static let variable = "SEVERAL_REGIONS"

    /// The function's own Region; nil outside Lambda.
    let name: String?
    /// Whether every round and every proof that no round is tied to must name its Region.
    private let isRequired: Bool

    init(_ settings: Settings) throws(FunctionError) {
        name = settings.text("AWS_REGION")
        isRequired = try settings.flag(Self.variable)
        guard name != nil || !isRequired else { throw .configuration(Self.variable, "needs AWS_REGION") }
    }

    /// Why something that names this Region may not be judged here; nil if it may.
    /// - Parameter isTiedToRound: whether it counts only in a round that names its Region itself.
    func refusal(of region: String?, isTiedToRound: Bool = false) -> Refusal? {
        guard let region else { return isRequired && !isTiedToRound ? .noRegion : nil }
        return region == name ? nil : .otherRegion
    }
}
