import Foundation

/// Waits for SIGINT or SIGTERM, so that the program can stop its child processes before it ends.
struct TerminationSignals {
    private let sources: [any DispatchSourceSignal]
    private let arrivals: AsyncStream<Void>

    init() {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { arrival.yield() }
            source.resume()
            return source
        }
        self.arrivals = arrivals
    }

    /// Returns when the first of the signals arrives.
    func wait() async {
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
