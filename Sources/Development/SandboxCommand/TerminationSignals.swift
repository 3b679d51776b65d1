import Foundation

/// SIGINT and SIGTERM as something to wait for: the program then ends by itself, and its children with it.
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

    /// Returns with the first of the signals.
    func wait() async {
        for await _ in arrivals { break }
        for source in sources { source.cancel() }
    }
}
