extension String {
    /// A word that a service sent, safe for the log whatever it holds: at most 40 letters, spaces, full stops and
    /// underscores, which no token or key is made of.
    package var logWord: String {
        utf8.count <= 40 && utf8.allSatisfy { $0.isASCIILetter || " ._".utf8.contains($0) } ? self : "unreadable"
    }
}
