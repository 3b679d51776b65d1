/// Why a replay cannot be run as its files describe it.
package enum ReplayError: Error, Equatable, Sendable {
    /// A file or folder cannot be read.
    case unreadable(path: String)
    /// A file is not what its place calls for; the fault names the member.
    case malformed(file: String, fault: String)
    /// An event has no file of what is expected beside it.
    case noExpectation(event: String)
    /// There is nothing to replay.
    case noEvents(path: String)
    /// There is no bootstrap of that function.
    case noBootstrap(function: String, folder: String)
    /// A placeholder is unknown, or cannot be filled.
    case placeholder(String, fault: String)
}

extension ReplayError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .malformed(let file, let fault): "\(file): \(fault)"
        case .noExpectation(let event): "\(event) has no file of what is expected beside it"
        case .noEvents(let path): "\(path) holds no events"
        case .noBootstrap(let function, let folder):
            "no bootstrap of \(function) in \(folder): make build makes it, make package the one in dist"
        case .placeholder(let text, let fault): "${\(text)}: \(fault)"
        }
    }
}

/// What is wrong within one value of a file.
package struct Fault: Error, Equatable, Sendable {
    /// What is wrong, naming the member.
    package let text: String

    /// A fault that this text describes.
    package init(_ text: String) { self.text = text }
}
