/// A step that did not end as expected.
struct DemoDifference: Error {
    /// What should have happened.
    let expected: String
    /// What happened instead.
    let found: String

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
