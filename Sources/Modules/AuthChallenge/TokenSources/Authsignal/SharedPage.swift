/// The address of Authsignal's pre-built page up to the token, for making look-alikes. From other users' addresses it
/// takes only what those of two different users share: the rest of one may be about its user.
struct SharedPage {
    private var first: (user: String, prefix: [UInt8])?
    private var last: (user: String, prefix: [UInt8])?
    private var shared: [UInt8]?

    /// The documented address, until two have been seen.
    private static let documented = "https://mfa.authsignal.com/?token="

    /// The address up to the token, for a user. A user who has just got a real answer, and is held, keeps its address.
    func prefix(for user: String) -> String {
        let known = last.flatMap { $0.user == user ? $0.prefix : nil } ?? shared
        return known.map { String(decoding: $0, as: UTF8.self) } ?? Self.documented
    }

    /// Takes note of a real address; one that does not end with its token is ignored.
    mutating func learn(from page: String, token: String, user: String) {
        let end = page.utf8.count - token.utf8.count
        guard end > 0, page.utf8.dropFirst(end).elementsEqual(token.utf8) else { return }
        let prefix = Array(page.utf8.prefix(end))
        last = (user, prefix)
        guard let first else {
            self.first = (user, prefix)
            return
        }
        if first.user != user { shared = Self.common(shared ?? first.prefix, prefix) }
    }

    /// The beginning and the end that two texts have in common.
    private static func common(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
        let beginning = zip(one, other).prefix { $0 == $1 }.count
        let rest = min(one.count, other.count) - beginning
        let end = zip(one.reversed(), other.reversed()).prefix(rest).prefix { $0 == $1 }.count
        return Array(one.prefix(beginning) + one.suffix(end))
    }
}
