import FunctionServices
import HTTP
import Synchronization
import Testing

@Suite("The time that answers take at least")
struct ResponseTimeFloorTests {
    private struct Fault: Error {}

    /// A floor with a clock that only calls and waits move.
    private final class Desk: Sendable {
        private let time = Mutex<Int64>(1_800_000_000_000)
        private let waits = Mutex<[Int64]>([])

        var now: Int64 { time.withLock { $0 } }
        var allWaits: [Int64] { waits.withLock { $0 } }
        func advance(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

        func floor(_ minimum: Int64) -> ResponseTimeFloor {
            ResponseTimeFloor(minimum, now: { self.now }) { wait in
                self.waits.withLock { $0.append(wait) }
                self.advance(wait)
            }
        }

        /// How long an event takes whose work takes that long.
        func time(
            _ floor: ResponseTimeFloor, work: Int64, before: Int64 = 0, deadline: Int64 = 4_600, isPadded: Bool = true
        ) -> Int64 {
            let started = now
            let end = Deadline(started + deadline, now: { self.now })
            advance(before)
            floor.pad(by: end, if: { isPadded }) { advance(work) }
            return now - started
        }
    }

    private let desk = Desk()

    @Test("count from the start of the event, whatever it did before", arguments: [0, 1, 350, 599, 600] as [Int64])
    func timeCountsFromTheStart(work: Int64) {
        let floor = desk.floor(600)
        #expect(desk.time(floor, work: work) == 600)
        #expect(desk.time(floor, work: work / 2, before: work / 2) == 600)
    }

    @Test("work below it teaches nothing: nobody can tell later that it was done")
    func shortWorkTeachesNothing() {
        let floor = desk.floor(600)
        for work in [0, 599, 600] as [Int64] { _ = desk.time(floor, work: work) }
        #expect(desk.time(floor, work: 0) == 600)
    }

    @Test(
        "work that takes longer takes what it takes, and the next takes more than that, whatever it does",
        arguments: [(601, 750), (750, 1_000), (999, 1_000), (2_700, 2_750), (2_800, 3_000), (3_500, 3_000)]
            as [(Int64, Int64)])
    func longWorkRaisesTheFloor(work: Int64, next: Int64) {
        let floor = desk.floor(600)
        #expect(desk.time(floor, work: work) == work)
        #expect(desk.time(floor, work: 0) == next)
        #expect(desk.time(floor, work: 400) == next)
    }

    @Test("a raised floor lasts for ten minutes after work last needed it")
    func raisedFloorEnds() {
        let floor = desk.floor(600)
        _ = desk.time(floor, work: 900)
        desk.advance(599_000 - 1_000)
        #expect(desk.time(floor, work: 700) == 1_000)
        desk.advance(500_000)
        // Work that needs less does not keep it.
        #expect(desk.time(floor, work: 0) == 600)
        _ = desk.time(floor, work: 900)
        desk.advance(400_000)
        #expect(desk.time(floor, work: 800) == 1_000)
        desk.advance(400_000)
        #expect(desk.time(floor, work: 0) == 1_000)
    }

    @Test("a clock that is set back neither keeps a raised floor nor makes anybody wait longer")
    func clockSetBack() {
        let floor = desk.floor(600)
        _ = desk.time(floor, work: 900)
        desk.advance(-5_000)
        #expect(desk.time(floor, work: 0) == 600)
        _ = desk.time(floor, work: -10_000)
        #expect(desk.allWaits.last == 600)
    }

    @Test("a wait never goes beyond the deadline", arguments: [(800, 600), (500, 500), (50, 50), (49, 0)])
    func waitEndsBeforeTheDeadline(deadline: Int64, time: Int64) {
        #expect(desk.time(desk.floor(600), work: 0, deadline: deadline) == time)
    }

    @Test("work that fails, or whose result need not look like another, does not wait")
    func failureDoesNotWait() {
        let floor = desk.floor(600)
        let end = Deadline(desk.now + 4_600, now: { [desk] in desk.now })
        #expect(throws: Fault.self) { try floor.pad(by: end) { () throws(Fault) in throw Fault() } }
        #expect(desk.time(floor, work: 20, isPadded: false) == 20)
        #expect(desk.allWaits == [])
    }

    @Test("0 takes it away, also after long work")
    func zeroIsOff() {
        let floor = desk.floor(0)
        for work in [0, 900, 0] as [Int64] { #expect(desk.time(floor, work: work) == work) }
        #expect(desk.allWaits == [])
    }
}
