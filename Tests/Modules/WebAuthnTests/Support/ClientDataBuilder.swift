import JSON
import Primitives

/// Writes client data, which is valid unless a test changes it.
struct ClientDataBuilder {
    var type: String
    var challenge = Base64URL.encode(TestCeremony.challenge)
    var origin = TestCeremony.origin
    var crossOrigin: Bool? = false
    var topOrigin: String?
    /// Members written after the rest, unchanged.
    var furtherMembers: [(name: String, json: String)] = []
    /// Whether a byte-order mark comes first.
    var isMarked = false

    var bytes: [UInt8] {
        (isMarked ? [0xEF, 0xBB, 0xBF] : [])
            + JSONWriter.object { data in
                data.member("type", type)
                data.member("challenge", challenge)
                data.member("origin", origin)
                if let crossOrigin { data.member("crossOrigin", crossOrigin) }
                data.member("topOrigin", ifPresent: topOrigin)
                for (name, json) in furtherMembers { data.member(name, raw: json.utf8) }
            }
    }
}
