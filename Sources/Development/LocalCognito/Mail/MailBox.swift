internal import JSON

/// A message that a pool sends to a user.
package struct PoolMail: Equatable, Sendable {
    /// What a message is for.
    package enum Purpose: Equatable, Sendable { case confirmSignUp, verifyAttribute, temporaryPassword, resetPassword }

    /// The address.
    package let recipient: String
    /// What the message is for.
    package let purpose: Purpose
    /// The code, or the temporary password.
    package let code: String
}

/// Receives the messages that a pool sends.
package protocol MailBox: Sendable {
    /// Delivers a message.
    func deliver(_ mail: PoolMail) async
}

/// What the caller learns about where a code was sent (`CodeDeliveryDetailsType`).
struct CodeDelivery: Equatable, Sendable {
    /// The masked address.
    let destination: String
    let attribute: String

    /// The delivery to an address.
    init(to address: String, attribute: String) {
        destination = Self.masked(address)
        self.attribute = attribute
    }

    private static func masked(_ address: String) -> String {
        let parts = address.split(separator: "@", maxSplits: 1)
        guard parts.count == 2 else { return "+*******" + address.suffix(4) }
        return parts.map { "\($0.prefix(1))***" }.joined(separator: "@")
    }

    /// The details as JSON.
    var json: [UInt8] {
        JSONWriter.object { details in
            details.member("Destination", destination)
            details.member("DeliveryMedium", attribute == "email" ? "EMAIL" : "SMS")
            details.member("AttributeName", attribute)
        }
    }
}
