/// What is wrong within one value of a file.
package struct Fault: Error, Equatable, Sendable {
    /// What is wrong, naming the member.
    package let text: String

    /// A fault that this text describes.
    package init(_ text: String) { self.text = text }
}
