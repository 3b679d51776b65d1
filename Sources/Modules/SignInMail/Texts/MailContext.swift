private import Primitives

/// What every mail names besides its message.
struct MailContext: Equatable {
    /// The service's name.
    let service: String
    /// The day, such as `2026-11-22`, in UTC.
    let day: String
    /// The hour and minute, such as `06:03`, in UTC.
    let minute: String

    /// A context at a moment, in milliseconds since 1970.
    init(service: String, milliseconds: Int64) {
        self.service = service
        let time = Timestamp.rfc3339(milliseconds: milliseconds).utf8
        let parts = time.split(separator: UInt8(ascii: "T"))
        day = String(decoding: parts[0], as: UTF8.self)
        minute = String(decoding: parts[1].prefix(5), as: UTF8.self)
    }
}
