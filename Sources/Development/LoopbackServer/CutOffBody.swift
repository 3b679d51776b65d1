internal import FlyingSocks

/// A body that fails before its first byte. The server then closes the connection.
struct CutOffBody: AsyncBufferedSequence {
    typealias Element = UInt8

    struct Interruption: Error {}

    struct AsyncIterator: AsyncBufferedIteratorProtocol {
        mutating func next() async throws -> UInt8? { throw Interruption() }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? { throw Interruption() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}
