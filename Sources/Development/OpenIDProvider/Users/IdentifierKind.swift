/// What people can be known by when they sign up and sign in.
package enum IdentifierKind: String, CaseIterable, Sendable {
    /// An email address.
    case email
    /// A phone number in E.164 format.
    case phoneNumber = "phone_number"
    /// A name that the user chose.
    case username

    /// The most characters that a value may have.
    var maximumLength: Int {
        switch self {
        case .email: 320
        case .phoneNumber: 30
        case .username: 128
        }
    }

    /// The name of the identifier where codes verify it; nil if it cannot be verified.
    package var verificationName: String? {
        switch self {
        case .email: "email"
        case .phoneNumber: "phone"
        case .username: nil
        }
    }

    /// Whether a text has the form of such an identifier.
    func accepts(_ text: String) -> Bool {
        guard 1...maximumLength ~= text.count else { return false }
        switch self {
        case .email:
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
        case .phoneNumber:
            return text.utf8.first == UInt8(ascii: "+") && text.utf8.count > 1
                && text.utf8.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        case .username:
            // An address as a name could be mistaken for somebody else's identifier.
            return !Self.email.accepts(text) && !Self.phoneNumber.accepts(text)
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-.!#$'^`~@".contains($0)) }
        }
    }
}
