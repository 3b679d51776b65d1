import Foundation
import JSON
import SandboxTestSupport
import StandIns
import TestSupport
import Testing

@Suite("The faults of the AWS stand-in")
struct AWSFaultTests {
    private static let put = TableStep("PutItem", #"{"TableName":"state","Item":{"pk":{"S":"a"}}}"#, "{}")

    /// Plans a fault, sends two writes over HTTP, and returns the first answer, whether the item was there before the
    /// second write, and the second answer.
    private func answers(_ fault: AWSFault) async throws -> (first: String?, isWritten: Bool, second: String) {
        let standIn = AWSStandIn(table: "state")
        let server = try await StandInServer(standIn)
        await standIn.plan(fault, for: "PutItem")
        let first = try? await Self.put.send(to: server.address)
        let isWritten = !standIn.table.items.isEmpty
        let second = try await Self.put.send(to: server.address)
        server.stop()
        await expect(standIn.calls, equals: ["PutItem", "PutItem"])
        return (first, isWritten, second)
    }

    @Test(
        "each fault befalls one call",
        arguments: [
            (.status(503), "InternalServerError: Internal server error", false),
            (
                .throttled,
                "ProvisionedThroughputExceededException: "
                    + "The level of configured provisioned throughput for the table was exceeded.", false
            ),
            (.conflict, "TransactionConflictException: Transaction is ongoing for the item", false), (.out, nil, false),
            (.lostAnswer, nil, true), (.slow(.milliseconds(1)), "{}", true),
        ] as [(AWSFault, String?, Bool)])
    func faultBefallsOneCall(fault: AWSFault, answer: String?, isWritten: Bool) async throws {
        let answers = try await answers(fault)
        #expect(answers.first == answer)
        #expect(answers.isWritten == isWritten)
        #expect(answers.second == "{}")
    }
}
