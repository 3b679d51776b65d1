/// Something that a test's helper did not find as it must be.
package struct Unexpected: Error, CustomStringConvertible {
    /// What was found.
    package let description: String

    /// What was found, in words.
    package init(_ description: String) { self.description = description }

    /// Refuses what is not so.
    package static func unless(_ isExpected: Bool, _ description: @autoclosure () -> String) throws(Unexpected) {
        if !isExpected { throw Unexpected(description()) }
    }
}
