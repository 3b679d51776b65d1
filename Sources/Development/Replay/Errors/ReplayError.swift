/// Why a replay cannot be run as its files describe it.
package enum ReplayError: Error, Equatable, Sendable {
    /// A file or folder cannot be read.
    case unreadable(path: String)
    /// A file does not have the expected form; the fault names the member.
    case malformed(file: String, fault: String)
    /// A table of cases has a fault; `case` is nil if it concerns the whole file.
    case table(file: String, case: String?, fault: TableFault)
    /// A file of a set is neither a table nor an event with its expectation beside it.
    case noExpectation(event: String)
    /// A name stands for no file and no case.
    case noCase(name: String)
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
        case .table(let file, let name, let fault): "\(file)\(name.map { "#" + $0 } ?? ""): \(fault)"
        case .noExpectation(let event): "\(event) has no expectation beside it and is not a table of cases"
        case .noCase(let name): "\(name) is neither a file nor a case"
        case .noEvents(let path): "\(path) holds no events"
        case .noBootstrap(let function, let folder):
            "no bootstrap of \(function) in \(folder): make build makes it, make package the one in dist"
        case .placeholder(let text, let fault): "${\(text)}: \(fault)"
        }
    }
}
