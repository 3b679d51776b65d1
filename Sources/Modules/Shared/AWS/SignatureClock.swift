private import Primitives

/// The time at which requests are signed. AWS accepts signatures of five minutes before and after its own time, and the
/// machine's clock may be off by more: a process that was frozen can wake up with the clock of its past.
///
/// It serves signatures alone. When tokens, codes and proofs expire, the machine's clock decides: a service's answer
/// must not move that.
final class SignatureClock {
    /// By how many seconds the services' clock is ahead; 0 while the machine's clock is near enough.
    private var offset: Int64 = 0

    /// A difference of less than this is ignored, in seconds: half of what AWS accepts.
    private static let tolerance: Int64 = 150

    /// Learns the difference from an answer that refuses the time of a signature.
    /// - Parameters:
    ///   - date: the answer's header `Date`.
    ///   - now: the machine's time, in milliseconds since 1970.
    func learn(from date: String?, now: Int64) {
        let ahead = date.flatMap { Timestamp.seconds(httpDate: $0) }.map { $0 - now / 1_000 } ?? 0
        offset = abs(ahead) > Self.tolerance ? ahead : 0
    }

    /// The services' time, in seconds since 1970.
    /// - Parameter now: the machine's time, in milliseconds since 1970.
    func time(now: Int64) -> Int64 { now / 1_000 + offset }
}
