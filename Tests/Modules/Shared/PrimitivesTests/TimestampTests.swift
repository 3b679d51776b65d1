import Foundation
import Primitives
import Testing

@Suite("Timestamps")
struct TimestampTests {
    /// Checked with `date -u -d @SECONDS`.
    @Test(
        "a time is written in RFC 3339 form, in leap years and in other years",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (86_399_999, "1970-01-01T23:59:59.999Z"),
            (86_400_000, "1970-01-02T00:00:00.000Z"), (5_097_599_000, "1970-02-28T23:59:59.000Z"),
            (5_097_600_000, "1970-03-01T00:00:00.000Z"), (951_782_399_000, "2000-02-28T23:59:59.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (978_307_199_000, "2000-12-31T23:59:59.000Z"), (1_704_067_200_000, "2024-01-01T00:00:00.000Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"), (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
            (1_735_689_599_999, "2024-12-31T23:59:59.999Z"), (1_740_787_200_000, "2025-03-01T00:00:00.000Z"),
            (1_795_215_071_042, "2026-11-20T22:51:11.042Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
        ] as [(Int64, String)])
    func writtenTime(milliseconds: Int64, text: String) {
        #expect(Timestamp.rfc3339(milliseconds: milliseconds) == text)
        if milliseconds % 1_000 == 0 { #expect(Timestamp.rfc3339(seconds: milliseconds / 1_000) == text) }
    }
}

@Suite("Reading timestamps")
struct TimestampReadingTests {
    @Test(
        "a time in RFC 3339 form is read",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.999Z", 0), ("1969-12-31T23:59:59Z", -1),
            ("2026-11-20T22:51:11.042Z", 1_795_215_071), ("2026-11-20T22:51:11Z", 1_795_215_071),
            ("2026-11-20T22:51:11.1Z", 1_795_215_071), ("2026-11-20T22:51:11.123456789012345678901Z", 1_795_215_071),
            ("2026-11-20T23:51:11+01:00", 1_795_215_071), ("2026-11-20T17:21:11-05:30", 1_795_215_071),
            ("2026-11-20T22:51:11+00:00", 1_795_215_071), ("2026-11-20T22:51:11-00:00", 1_795_215_071),
            ("2026-11-21T22:50:11+23:59", 1_795_215_071), ("2000-02-29T00:00:00Z", 951_782_400),
            ("2024-02-29T12:00:00Z", 1_709_208_000), ("2026-12-31T23:59:59Z", 1_798_761_599),
            // A leap second counts as the first second of the next minute.
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
        ])
    func readableTime(text: String, seconds: Int64) {
        #expect(Timestamp.seconds(text) == seconds)
    }

    @Test(
        "any other text is not a time",
        arguments: [
            "", "Z", "2026", "2026-11-20", "2026-11-20T22:51", "2026-11-20T22:51Z", "2026-11-20T22:51:11",
            "2026-11-20 22:51:11Z", "2026-11-20t22:51:11z", "20261120T225111Z", "2026-11-20T22:51:11.Z",
            "2026-11-20T22:51:11,5Z", "2026-11-20T22:51:11ZZ", "2026-11-20T22:51:11Z ", " 2026-11-20T22:51:11Z",
            "2026-11-20T22:51:11+01", "2026-11-20T22:51:11+0100", "2026-11-20T22:51:11+1:00", "2026-11-20T22:51:11+",
            "2026-11-20T22:51:11+24:00", "2026-11-20T22:51:11+00:60", "2026-11-20T22:51:11+99:99",
            "2026-11-20T22:51:11Z+01:00", "2026-00-20T22:51:11Z", "2026-13-20T22:51:11Z", "2026-11-00T22:51:11Z",
            "2026-11-31T22:51:11Z", "2026-01-32T22:51:11Z", "2026-04-31T22:51:11Z", "2026-06-31T22:51:11Z",
            "2026-09-31T22:51:11Z", "2026-02-29T22:51:11Z", "2024-02-30T22:51:11Z", "1900-02-29T00:00:00Z",
            "2100-02-29T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T22:60:11Z", "2026-11-20T22:51:61Z",
            "202611-20T22:51:11Z", "2026-1120T22:51:11Z", "2026-11-2022:51:11Z", "2026-11-20T2251:11Z",
            "2026-11-20T22:5111Z", "2026-11-20T22:51:1101:00", "2026-11-20T22:51:11+01:0", "2026-11-20T22:51:11+01:",
            "0000-03-01T00:00:00Z", "0000-01-01T00:00:00Z", "-026-11-20T22:51:11Z", "+2026-11-20T22:51:11Z",
            "12026-11-20T22:51:11Z",
            "2026-1-20T22:51:11Z", "2026-+1-20T22:51:11Z", "２０２６-11-20T22:51:11Z", "1795215071", "yesterday",
            "2026-11-20T22:51:11.04é2Z", "Fri, 20 Nov 2026 22:51:11 GMT",
        ])
    func unreadableTime(text: String) {
        #expect(Timestamp.seconds(text) == nil)
    }

    @Test("the basic format has neither hyphens nor fractions")
    func basicFormat() {
        #expect(Timestamp.basic(seconds: 1_795_215_071) == "20261120T225111Z")
        #expect(Timestamp.basic(seconds: 0) == "19700101T000000Z")
    }

    @Test(
        "an HTTP date is read in the only form that servers may write",
        arguments: [
            ("Fri, 20 Nov 2026 22:51:11 GMT", 1_795_215_071), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599), ("Fri, 20 Nov 2026 22:51:11 UTC", nil),
            ("Fri, 20 Nov 2026 22:51:11", nil), ("Fri, 20  Nov 2026 22:51:11 GMT", nil),
            ("Fri 20 Nov 2026 22:51:11 GMT", nil), ("Sun, 31 Feb 2027 00:00:00 GMT", nil),
            ("Fri, 20 nov 2026 22:51:11 GMT", nil), ("Fri, 1 Nov 2026 22:51:11 GMT", nil),
            ("Friday, 20-Nov-26 22:51:11 GMT", nil), ("Fri Nov 20 22:51:11 2026", nil), ("", nil), ("GMT", nil),
            ("2026-11-20T22:51:11Z", nil),
        ] as [(String, Int64?)])
    func httpDate(text: String, seconds: Int64?) {
        #expect(Timestamp.seconds(httpDate: text) == seconds)
    }

    @Test("Foundation reads the same moments, for days from 1600 to 2400 at any time of the day")
    func agreesWithFoundation() {
        // 1600-01-01T00:00:00Z; 800 years are two cycles of the Gregorian calendar of 146 097 days each.
        let start: Int64 = -11_676_096_000
        var different: [String] = []
        for day in stride(from: 0, to: Int64(2 * 146_097), by: 11) {
            let seconds = start + day * 86_400 + (day * 7_919) % 86_400
            let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            if Timestamp.seconds(text) != seconds { different.append(text) }
        }
        #expect(different == [])
    }

    @Test("a day is read if and only if Foundation's calendar has it")
    func daysOfTheCalendar() {
        var different: [String] = []
        for year in [1, 1900, 1970, 1999, 2000, 2023, 2024, 2026, 2100, 2400, 9999] {
            for month in 0...13 {
                for day in 0...32 {
                    let number = { (value: Int, count: Int) in
                        String(repeating: "0", count: max(0, count - String(value).count)) + String(value)
                    }
                    let text = "\(number(year, 4))-\(number(month, 2))-\(number(day, 2))T00:00:00Z"
                    var calendar = Calendar(identifier: .iso8601)
                    calendar.timeZone = .gmt
                    let parts = DateComponents(year: year, month: month, day: day)
                    let isDay = parts.isValidDate(in: calendar)
                    if (Timestamp.seconds(text) != nil) != isDay { different.append(text) }
                }
            }
        }
        #expect(different == [])
    }
}
