internal import JSON

extension JSONValue {
    /// A whole number of a request's body.
    ///
    /// - Parameter usual: the number if the body has none; nil if it must have one.
    /// - Throws: `SandboxError.invalidSetting`.
    func number(
        _ name: String, usual: Int64? = nil, in range: ClosedRange<Int64>
    ) throws(SandboxError) -> Int64 {
        if self[name] == nil, let usual { return usual }
        guard let number = self[name]?.integer, range.contains(number) else {
            throw .invalidSetting(
                name: name, fault: "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
