private import JSON
private import WebAuthn

/// Reads the encoding that passkeys are written in.
enum CBORReader {
    static func item(_ question: Question) throws -> [Reading] {
        let value = try CBORValue(decoding: question.bytes("input"))
        return [Reading("value", value.diagnostic)]
    }
}

extension CBORValue {
    /// The item in the diagnostic notation of RFC 8949 section 8, without white space.
    fileprivate var diagnostic: String {
        switch self {
        case .unsigned(let number): return "\(number)"
        case .negative(let number): return number == .max ? "-18446744073709551616" : "-\(number + 1)"
        case .bytes(let bytes): return "h'\(bytes.hexadecimal)'"
        case .text(let text):
            var json: [UInt8] = []
            json.appendJSONString(text)
            return String(decoding: json, as: UTF8.self)
        case .array(let elements): return "[\(elements.map(\.diagnostic).joined(separator: ","))]"
        case .map(let members):
            return "{\(members.map { "\($0.key.diagnostic):\($0.value.diagnostic)" }.joined(separator: ","))}"
        case .bool(let flag): return "\(flag)"
        case .null: return "null"
        // The bits say more than any text: a negative zero, or which not-a-number.
        case .float(let number): return "float(\(number.isNaN ? "nan" : String(number.bitPattern, radix: 16)))"
        }
    }
}
