internal import Foundation
internal import Synchronization

/// The lines that a process writes, collected until its output ends.
final class LogLines: Sendable {
    private struct State {
        var lines: [String] = []
        var unfinished: [UInt8] = []
        var isComplete = false
    }

    private let state = Mutex(State())
    private let isKept: Bool

    /// No lines yet.
    ///
    /// - Parameter isKept: whether the lines are collected; otherwise they are only read.
    init(isKept: Bool = true) { self.isKept = isKept }

    /// The lines so far, without line ends.
    var lines: [String] { state.withLock(\.lines) }

    /// Whether the output has ended.
    var isComplete: Bool { state.withLock(\.isComplete) }

    /// Reads on a thread of its own until the output ends.
    func collect(from output: FileHandle) {
        Thread.detachNewThread { [self] in
            while case let data = output.availableData, !data.isEmpty { if isKept { append(data) } }
            append([UInt8(ascii: "\n")])
            state.withLock { $0.isComplete = true }
        }
    }

    private func append(_ bytes: some Sequence<UInt8>) {
        state.withLock { state in
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    state.unfinished.append(byte)
                    continue
                }
                if !state.unfinished.isEmpty { state.lines.append(String(decoding: state.unfinished, as: UTF8.self)) }
                state.unfinished = []
            }
        }
    }
}
