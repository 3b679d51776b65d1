/// A code of an account, from its mail until it expires.
package struct PendingCode: Equatable, Sendable {
    /// The code's id.
    package let id: String
    /// When it was issued, in milliseconds since 1970.
    let issuedAt: Int64
    /// The digest of its client: using a code there ends the others.
    let client: String
    /// The digest of the request's `repetition`; empty if it has none.
    let repetition: String
    /// Whether it has 80 bits, and is valid for every requester of the account.
    package internal(set) var isLong = false
    /// The digests of the requesters for which a short code is valid. The first one asked; the others share it.
    var requesters: [String]
    /// The ids of the mails that carry it, the oldest first, without those that were certainly not sent. The first
    /// mail has the code's own id.
    var mails: [String]
    /// Whether the call that sends the mail has ended: later calls do not share the code.
    var isFinished = false
    /// The digest of the attempt that used it; empty if none has.
    var usedBy = ""

    /// Makes a code.
    package init(id: String, issuedAt: Int64, client: String, repetition: String, requester: String) {
        (self.id, self.issuedAt, self.client, self.repetition) = (id, issuedAt, client, repetition)
        requesters = [requester]
        mails = [id]
    }

    /// Whether none of its mails was sent, so that the code is void.
    var isRefunded: Bool { mails.isEmpty }

    /// When it expires, in milliseconds since 1970. Mailing it again does not extend it.
    func end(by rules: CodeRules) -> Int64 { issuedAt + rules.lifetime(isLong: isLong) }

    // MARK: As text, for the storage

    /// The parts, separated by spaces, without the mails if there is only the first.
    var text: String {
        let flags = (isLong ? "L" : "S") + (isFinished ? "f" : "")
        var parts = [String(issuedAt), flags, client, repetition, usedBy, requesters.joined(separator: ",")]
        if mails != [id] { parts.append(mails.joined(separator: ",")) }
        return parts.joined(separator: " ")
    }

    init?(id: String, text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard 6...7 ~= parts.count, let issuedAt = Int64(parts[0]), let kind = parts[1].first,
            kind == "L" || kind == "S"
        else { return nil }
        self.init(id: id, issuedAt: issuedAt, client: parts[2], repetition: parts[3], requester: "")
        (isLong, isFinished) = (kind == "L", parts[1].contains("f"))
        usedBy = parts[4]
        requesters = parts[5].split(separator: ",").map(String.init)
        if parts.count == 7 { mails = parts[6].split(separator: ",").map(String.init) }
    }
}
