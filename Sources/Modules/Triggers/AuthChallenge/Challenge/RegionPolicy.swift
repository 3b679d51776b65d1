internal import LambdaRuntime

/// Which rounds and proofs this function may judge.
///
/// `STATE_TABLE` is regional, so only one Region knows whether a proof or a code has been used. Each round and each
/// proof is therefore valid in the one Region that it names.
struct RegionPolicy: Equatable {
    /// The function's own Region; nil outside Lambda.
    let name: String?
    /// Whether every round and every proof that no round is tied to must name its Region (`SEVERAL_REGIONS`).
    private let isRequired: Bool

    /// The policy of a function that is told of no Region.
    init() { (name, isRequired) = (nil, false) }

    init(_ settings: Settings) throws(FunctionError) {
        let variable = "SEVERAL_REGIONS"
        name = settings.text("AWS_REGION")
        isRequired = try settings.flag(variable)
        guard name != nil || !isRequired else { throw .configuration(variable, "needs AWS_REGION") }
    }

    /// Why something that names this Region may not be judged here; nil if it may.
    /// - Parameter isTiedToRound: whether it is valid only in a round that names its Region itself.
    func refusal(of region: String?, isTiedToRound: Bool = false) -> Refusal? {
        guard let region else { return isRequired && !isTiedToRound ? .noRegion : nil }
        return region == name ? nil : .otherRegion
    }
}
