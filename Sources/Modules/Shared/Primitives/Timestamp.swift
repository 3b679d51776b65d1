/// Times as text: in the form of RFC 3339, because JSON has no type for times, and as HTTP and AWS write them.
package enum Timestamp {
    /// A time in milliseconds since 1970, such as `2026-11-20T22:51:11.042Z`.
    package static func rfc3339(milliseconds: Int64) -> String {
        let seconds = milliseconds / 1_000
        let (year, month, day) = civilDate(daysSince1970: seconds / 86_400)
        let time = seconds % 86_400
        return "\(year)-\(padded(month))-\(padded(day))T\(padded(time / 3_600)):\(padded(time / 60 % 60))"
            + ":\(padded(time % 60)).\(padded(milliseconds % 1_000, to: 3))Z"
    }

    /// A time in seconds since 1970, such as `2026-11-20T22:51:11.000Z`.
    package static func rfc3339(seconds: Int64) -> String { rfc3339(milliseconds: seconds * 1_000) }

    /// A time in seconds since 1970 in ISO 8601's basic format, such as `20261120T225111Z`.
    package static func basic(seconds: Int64) -> String {
        rfc3339(seconds: seconds).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// The Gregorian date of a day, counted in eras of 400 years that begin on 1 March.
    private static func civilDate(daysSince1970: Int64) -> (Int64, Int64, Int64) {
        let days = daysSince1970 + 719_468
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + days / 146_097 * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func padded(_ value: Int64, to width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}

extension Timestamp {
    /// The seconds since 1970 of a time such as `2026-11-20T22:51:11.042Z` or `…+01:00`, without its fraction; nil for
    /// any other text.
    package static func seconds(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, digits: 4), skip(&rest, "-"),
            let month = number(&rest, digits: 2), skip(&rest, "-"),
            let day = number(&rest, digits: 2), skip(&rest, "T"),
            let hour = number(&rest, digits: 2), skip(&rest, ":"),
            let minute = number(&rest, digits: 2), skip(&rest, ":"),
            let second = number(&rest, digits: 2)
        else { return nil }
        if skip(&rest, ".") {
            let digits = rest.prefix { $0.isASCIIDigit }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
        }
        let days = daysSince1970(year, month, day)
        // A day or month that the calendar does not have would be another one.
        guard year > 0, civilDate(daysSince1970: days) == (year, month, day), hour < 24, minute < 60, second <= 60,
            let offset = offset(&rest), rest.isEmpty
        else { return nil }
        return days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    }

    /// The seconds since 1970 of an HTTP date such as `Fri, 20 Nov 2026 22:51:11 GMT` (RFC 9110 section 5.6.7, the only
    /// form that servers may write); nil for any other text.
    package static func seconds(httpDate text: String) -> Int64? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
            let month = months.firstIndex(of: words[2])
        else { return nil }
        return seconds("\(words[3])-\(padded(Int64(month) + 1))-\(words[1])T\(words[4])Z")
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if skip(&rest, "Z") { return 0 }
        let sign: Int64 = skip(&rest, "-") ? -1 : skip(&rest, "+") ? 1 : 0
        guard sign != 0, let hours = number(&rest, digits: 2), skip(&rest, ":"), let minutes = number(&rest, digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int64? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isASCIIDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The Gregorian calendar, counted in years that begin on 1 March.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

/// How far two clocks may be apart.
package enum ClockSkew {
    /// The most that the clocks of a token's issuer and its verifier may differ, in seconds.
    package static let maximum: Int64 = 60
}
