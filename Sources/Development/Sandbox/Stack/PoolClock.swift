internal import Essentials
internal import JSON
internal import Synchronization

/// The user pool's clock. It can be moved, so that nobody waits until a session, a code or a token of the pool expires.
/// The functions are processes of their own and keep the real time.
final class PoolClock: Sendable {
    private let seconds = Atomic<Int64>(0)

    /// How many seconds it may be ahead of the real time, or behind it: ten years, as long as a refresh token can live.
    private static let range: ClosedRange<Int64> = -315_360_000...315_360_000

    /// The time, in seconds since 1970.
    func now() -> Int64 { Int64(Date().timeIntervalSince1970) + seconds.load(ordering: .relaxed) }

    /// Sets it as `PUT /sandbox/clock` says, `{"ahead": 600}` for ten minutes ahead of the real time.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    func set(by body: [UInt8]) throws(SandboxError) {
        guard let json = try? JSONValue(parsing: body), json.kind == .object else {
            throw .invalidSetting(name: "clock", fault: "must be a JSON object")
        }
        seconds.store(try json.number("ahead", in: Self.range), ordering: .relaxed)
    }

    /// How far it is ahead, and its time.
    var json: [UInt8] {
        let time = Date(timeIntervalSince1970: Double(now())).formatted(.iso8601)
        return JSONWriter.object { clock in
            clock.member("ahead", seconds.load(ordering: .relaxed))
            clock.member("time", time)
        }
    }
}
