import JSON
import Primitives

/// Writes client data, right unless told otherwise.
struct ClientDataBuilder {
    var type: String
    var challenge = Base64URL.encode(Sample.challenge)
    var origin = Sample.origin
    var crossOrigin: Bool? = false
    var topOrigin: String?
    /// Written after the rest, as they stand.
    var furtherMembers: [(name: String, json: String)] = []

    var bytes: [UInt8] {
        JSONWriter.object { data in
            data.member("type", type)
            data.member("challenge", challenge)
            data.member("origin", origin)
            if let crossOrigin { data.member("crossOrigin", crossOrigin) }
            data.member("topOrigin", ifPresent: topOrigin)
            for (name, json) in furtherMembers { data.member(name, raw: json.utf8) }
        }
    }
}
