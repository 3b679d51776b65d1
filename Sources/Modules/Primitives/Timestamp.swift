/// Times as text, in the form of RFC 3339, because JSON has no type for times.
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
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
