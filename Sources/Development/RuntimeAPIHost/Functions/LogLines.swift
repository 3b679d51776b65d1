internal import CLibrary
internal import Processes
internal import Synchronization

/// The lines that a process writes, collected until its output ends.
final class LogLines: Sendable {
    private struct State {
        var recent = RecentLines()
        var unfinished: [UInt8] = []
        var isComplete = false
    }

    private let state = Mutex(State())
    private let isKept: Bool
    private let onLine: (@Sendable (String) -> Void)?

    /// No lines yet.
    ///
    /// - Parameters:
    ///   - isKept: whether the lines are collected; otherwise they are only read.
    ///   - onLine: is called with each line in turn, by the thread that reads them.
    init(isKept: Bool = true, onLine: (@Sendable (String) -> Void)? = nil) {
        self.isKept = isKept
        self.onLine = onLine
    }

    /// The last lines so far, without line ends.
    var recent: RecentLines { state.withLock(\.recent) }

    /// Whether the output has ended.
    var isComplete: Bool { state.withLock(\.isComplete) }

    /// Reads an open file on a thread of its own until the output ends, and closes the file.
    func collect(from output: Int32) {
        Threads.start { [self] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while case let count = unsafe read(output, &bytes, bytes.count), count > 0 || count < 0 && errno == EINTR {
                take(bytes.prefix(max(count, 0)))
            }
            close(output)
            take([UInt8(ascii: "\n")])
            state.withLock { $0.isComplete = true }
        }
    }

    private func take(_ bytes: some Sequence<UInt8>) {
        guard isKept || onLine != nil else { return }
        let lines = state.withLock { state in
            var lines: [String] = []
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    state.unfinished.append(byte)
                    continue
                }
                if !state.unfinished.isEmpty { lines.append(String(decoding: state.unfinished, as: UTF8.self)) }
                state.unfinished = []
            }
            if isKept { state.recent.append(lines) }
            return lines
        }
        if let onLine { for line in lines { onLine(line) } }
    }
}
