import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's timeline")
struct TimelineTests {
    private static func timeline(_ count: Int) -> Timeline {
        let timeline = Timeline()
        for number in 0..<count { timeline.record(TimelineEvent(.call, "call \(number + 1)")) }
        return timeline
    }

    @Test("numbers events from 1 and returns those after a number")
    func numbersEvents() {
        let timeline = Self.timeline(3)
        #expect(timeline.events(after: 0).events.map(\.number) == [1, 2, 3])
        #expect(timeline.events(after: 2).events.map(\.title) == ["call 3"])
        #expect(timeline.events(after: 3).events.isEmpty)
        #expect(timeline.last == 3)
    }

    @Test("returns everything for a number above the latest")
    func returnsEverythingForANumberOfAnEarlierRun() {
        #expect(Self.timeline(2).events(after: 9).events.map(\.number) == [1, 2])
    }

    @Test("keeps the last 500 events")
    func keepsTheLast500() {
        let events = Self.timeline(502).events(after: 0).events
        #expect(events.count == 500)
        #expect(events.first?.number == 3)
        #expect(events.last?.number == 502)
    }

    @Test("an event began its duration before it was recorded")
    func startIsDurationBeforeRecording() throws {
        let timeline = Timeline()
        let start = Date()
        var (long, short) = (TimelineEvent(.call, "long"), TimelineEvent(.trigger, "short"))
        let apart = Date().timeIntervalSince(start) * 1_000
        (long.duration, short.duration) = (.seconds(20), .seconds(10))
        timeline.record(short)
        timeline.record(long)
        let began = try timeline.events(after: 0).events.map { event in
            let number = try #require(try JSONValue(parsing: event.json)["started"]?.numberText)
            return try #require(Double(number))
        }
        #expect(abs(began[0] - began[1] - 10_000) <= apart + 1)
    }

    @Test("the next event wakes all who wait")
    func nextEventWakesWaiters() async {
        let timeline = Self.timeline(1)
        async let news = timeline.events(after: 1, waiting: .seconds(60))
        async let others = timeline.events(after: 1, waiting: .seconds(60))
        try? await Task.sleep(for: .milliseconds(20))
        timeline.record(TimelineEvent(.mail, "news"))
        await expect(news.events.map(\.title), equals: ["news"])
        await expect(others.events.map(\.title), equals: ["news"])
    }

    @Test("returns at once if there are events, otherwise after the limit or when the timeline is closed")
    func waitingEnds() async {
        let timeline = Self.timeline(1)
        await expect(timeline.events(after: 0, waiting: .seconds(60)).events.count, equals: 1)
        await expect(timeline.events(after: 1, waiting: .milliseconds(5)).events) { $0.isEmpty }
        await expect(Timeline().events(after: 1, waiting: .seconds(60)).last, equals: 0)
        async let last = timeline.events(after: 1, waiting: .seconds(60))
        try? await Task.sleep(for: .milliseconds(20))
        timeline.close()
        await expect(last.events) { $0.isEmpty }
        await expect(timeline.events(after: 1, waiting: .seconds(60)).events) { $0.isEmpty }
    }

    @Test("writes an event as JSON")
    func writesEventAsJSON() throws {
        let timeline = Timeline()
        var event = TimelineEvent(.authenticator, "POST \"/v1\"")
        event.outcome = "verified"
        event.isFailure = true
        event.duration = .microseconds(3_249)
        event.detail = Array(#"{"status":200}"#.utf8)
        timeline.record(event)
        let json = try JSONValue(parsing: #require(timeline.events(after: 0).events.first).json)
        #expect(json["number"]?.integer == 1)
        #expect(json["kind"]?.string == "authenticator")
        #expect(json["title"]?.string == "POST \"/v1\"")
        #expect(json["outcome"]?.string == "verified")
        #expect(json["isFailure"]?.bool == true)
        #expect(json["milliseconds"]?.numberText == "3.2")
        #expect(json["detail"]?["status"]?.integer == 200)
        let time = try #require(json["time"]?.string)
        #expect(time.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
    }
}
