internal import JSON

/// What the product says about an input: accepted, with everything that it read, or refused, with its reason.
enum Verdict {
    case accepted([Reading])
    case refused(any Error)
    /// The question could not be asked.
    case unasked(any Error)

    /// The verdict as one line of JSON.
    var line: [UInt8] {
        JSONWriter.object { verdict in
            switch self {
            case .accepted(let readings):
                verdict.member("verdict", "accepted")
                verdict.member("read") { read in
                    for reading in readings { read.member(reading.name, raw: reading.json) }
                }
            case .refused(let error):
                verdict.member("verdict", "refused")
                verdict.member("reason", String(describing: error))
            case .unasked(let error):
                verdict.member("verdict", "unasked")
                verdict.member("reason", String(describing: error))
            }
        }
    }
}

/// One thing that was read from an input, as JSON.
struct Reading {
    let name: String
    let json: [UInt8]

    init(_ name: String, json: [UInt8]) {
        self.name = name
        self.json = json
    }

    init(_ name: String, _ text: String?) {
        var json: [UInt8] = []
        if let text { json.appendJSONString(text) } else { json = Array("null".utf8) }
        self.init(name, json: json)
    }

    init(_ name: String, bytes: [UInt8]) { self.init(name, bytes.hexadecimal) }

    init(_ name: String, _ number: Int64?) { self.init(name, json: Array((number.map { "\($0)" } ?? "null").utf8)) }

    init(_ name: String, _ flag: Bool?) { self.init(name, json: Array((flag.map { "\($0)" } ?? "null").utf8)) }

    init(_ name: String, _ texts: [String]) {
        let elements = texts.map { text in
            var json: [UInt8] = []
            json.appendJSONString(text)
            return json
        }
        self.init(name, json: JSONWriter.array(elements))
    }
}

extension [UInt8] {
    /// The bytes as hexadecimal digits.
    var hexadecimal: String {
        map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
