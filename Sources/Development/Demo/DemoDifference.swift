/// A step that did not end as expected.
package struct DemoDifference: Error, Equatable, Sendable {
    /// What should have happened.
    package let expected: String
    /// What happened instead.
    package let found: String

    init(_ expected: String, found: String) {
        self.expected = expected
        self.found = found
    }

    /// Throws a difference unless a condition holds.
    static func unless(
        _ holds: Bool, _ expected: String, found: @autoclosure () -> String
    ) throws(DemoDifference) {
        if !holds { throw DemoDifference(expected, found: found()) }
    }
}
