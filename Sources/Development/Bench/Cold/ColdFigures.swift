/// The processor time that a program needs for its first answer, which takes a call over HTTPS, in milliseconds. It
/// does not contain any waiting, so it follows how long the answer takes with a share of a processor.
package struct ColdFigures: Sendable {
    /// The program's name.
    package let name: String
    /// From the start of the process to its answer, if it trusts all roots of the machine.
    package let allRoots: Double
    /// The same, if it trusts only the root of the service.
    package let oneRoot: Double
    /// The part of `allRoots` that comes after the event.
    package let event: Double

    /// Creates figures from their values.
    package init(name: String, allRoots: Double, oneRoot: Double, event: Double) {
        (self.name, self.allRoots, self.oneRoot, self.event) = (name, allRoots, oneRoot, event)
    }
}
