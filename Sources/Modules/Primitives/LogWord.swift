extension String {
    /// A word from a service, made safe for the log. A word of at most 40 letters, spaces, full stops and underscores
    /// stays as it is, because no token or key has that form; any other word becomes `unreadable`.
    package var logWord: String {
        utf8.count <= 40 && utf8.allSatisfy { $0.isASCIILetter || " ._".utf8.contains($0) } ? self : "unreadable"
    }
}
