/// A part of the product that takes bytes from outside, with the properties that hold whatever they are.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder with its regressions.
    let name: String
    /// The longest input that is tried, in bytes.
    var maximumLength = 4_096
    /// Inputs to begin with.
    var seeds: @Sendable () -> [[UInt8]] = { [] }
    /// Words that inputs are made of.
    var words: [String] = []
    /// Tries one input. A property that does not hold ends the process.
    let run: @Sendable ([UInt8]) -> Void
}

extension FuzzTarget {
    static let all = [
        json, jws, jwe, keySet, cbor, ceremony, define, create, verify, signUp, functionURL, authenticator,
    ]
}
