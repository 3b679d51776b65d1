/// A step that did not end as it must.
package struct DemoDifference: Error, Equatable, Sendable {
    /// What should have happened.
    package let expected: String
    /// What happened instead.
    package let found: String

    init(_ expected: String, found: String) {
        self.expected = expected
        self.found = found
    }

    /// Checks that something holds.
    static func unless(
        _ holds: Bool, _ expected: String, found: @autoclosure () -> String
    ) throws(DemoDifference) {
        if !holds { throw DemoDifference(expected, found: found()) }
    }
}
