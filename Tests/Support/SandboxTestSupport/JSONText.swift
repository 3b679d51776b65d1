internal import JSON

/// A text as JSON.
package func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.appendJSONString(text)
    return String(decoding: bytes, as: UTF8.self)
}

/// An object of strings as JSON.
package func quoted(_ strings: [String: String]) -> String {
    "{" + strings.map { "\(quoted($0.key)):\(quoted($0.value))" }.joined(separator: ",") + "}"
}
