private import LoopbackServer
private import LoopbackSockets
private import Synchronization

/// An HTTP/1.1 server on 127.0.0.1. A test writes every answer, including faulty ones.
///
/// It serves a request at a time, and records each request before it asks the script what to do. The script may wait,
/// for example for a `Gate`, to delay an answer. The server stops when its last reference is gone.
package final class ScriptedServer: Sendable {
    /// Decides the answer to a request.
    package typealias Script = @Sendable (RecordedRequest) -> ScriptedAnswer

    private let server: LoopbackHTTPServer
    private let record = Record()

    private final class Record: Sendable {
        let requests = Mutex<[RecordedRequest]>([])
        /// Held while a request is served.
        let turn = Mutex(())
    }

    /// Starts a server.
    package init(_ script: @escaping Script) throws {
        server = try LoopbackHTTPServer()
        server.start { [record] arrival, socket, connection in
            record.turn.withLock { _ in
                let request = record.requests.withLock { requests in
                    let number = requests.count + 1
                    requests.append(RecordedRequest(arrival.request, number: number, connection: connection))
                    return requests[number - 1]
                }
                let answer = script(request)
                guard answer.bytes.isEmpty || socket.send(answer.bytes) else { return false }
                if answer.afterwards == .reset { socket.resetOnClose() }
                return answer.afterwards == .keepOpen
            }
        }
    }

    /// The port that the system chose.
    package var port: UInt16 { server.port }

    /// `127.0.0.1:` and the port.
    package var endpoint: String { server.endpoint }

    /// The requests so far, in order.
    package var requests: [RecordedRequest] { record.requests.withLock { $0 } }
}
