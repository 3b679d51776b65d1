import JSON
import LambdaRuntime

/// An answer of the function.
struct FunctionAnswer {
    /// The whole reply.
    let bytes: [UInt8]
    /// Its status; 0 if it has none.
    let status: Int
    /// Its header `Retry-After`.
    let retryAfter: String?
    /// Its content.
    let text: String
    private let json: JSONValue?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let reply = try? JSONValue(parsing: bytes)
        status = Int(reply?["statusCode"]?.integer ?? 0)
        retryAfter = reply?["headers"]?["retry-after"]?.string
        text = reply?["body"]?.string ?? ""
        json = try? JSONValue(parsing: Array(text.utf8))
    }

    subscript(name: String) -> JSONValue? { json?[name] }

    var elements: [JSONValue] { json?.elements ?? [] }

    /// Whether a proof is confirmed.
    var isVerified: Bool { status == 200 && self["isVerified"]?.bool == true }

    /// The result token; empty if there is none.
    var token: String { self["accessToken"]?.string ?? "" }

    /// The status and the error code, if the answer is an error of Authsignal's form.
    var error: String? {
        guard let code = self["errorCode"]?.string, self["error"]?.string == code,
            self["errorDescription"]?.string?.isEmpty == false
        else { return nil }
        return "\(status) \(code)"
    }
}
