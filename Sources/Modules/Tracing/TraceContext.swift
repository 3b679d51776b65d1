private import Primitives

/// The trace that a sampled event belongs to, as the X-Ray tracing header names it (X-Ray Developer Guide, "Tracing
/// header").
package struct TraceContext: Equatable, Sendable {
    /// The trace: `1-`, the time of the original request in 8 hexadecimal digits, `-`, and 24 more digits.
    package let traceID: String
    /// The segment under which calls are recorded: that of the function. 16 hexadecimal digits.
    package let parentID: String

    /// More than X-Ray's own fields need, in bytes.
    private static let maximumLength = 1_024

    /// Reads a header: fields of the form `name=value`, separated by semicolons, in any order. `Root`, `Parent` and
    /// `Sampled` count. Lambda adds `Lineage`, and may add others.
    ///
    /// nil if the header says that the event is not sampled or has not the documented form. What is taken over holds
    /// only hexadecimal digits and hyphens, because callers of a function can choose the header.
    package init?(sampledBy header: String) {
        guard header.utf8.count <= Self.maximumLength, header.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        var fields: [Substring: Substring] = [:]
        for field in header.split(separator: ";", omittingEmptySubsequences: false) {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, fields.updateValue(parts[1], forKey: parts[0]) == nil else {
                return nil
            }
        }
        guard fields["Sampled"] == "1", let root = fields["Root"], let parent = fields["Parent"] else { return nil }
        let parts = root.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "1", Self.isHexadecimal(parts[1], 8), Self.isHexadecimal(parts[2], 24),
            Self.isHexadecimal(parent, 16)
        else { return nil }
        traceID = String(root)
        parentID = String(parent)
    }

    private static func isHexadecimal(_ text: Substring, _ length: Int) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy { $0.hexadecimalValue != nil }
    }
}
