import FunctionServices
import HTTP
import LambdaRuntime
import Testing
import TriggerTestSupport

@Suite("A key that may be replaced")
struct ReplaceableKeyTests {
    private let bench = ServiceBench()
    private static let (key, former) = (ServiceBench.arn("key"), ServiceBench.arn("former"))
    private static let (new, old) = (String(repeating: "n", count: 32), String(repeating: "o", count: 32))

    private func rotating(
        _ variables: [String: String] = ["KEY_ARN": key], readsPrevious: Bool = true
    ) throws -> RotatingSecret<[String?]> {
        try bench.services(variables).replaceableKey(
            "KEY", previous: "FORMER_KEY", readsPrevious: readsPrevious, bench.log.log
        ) { (key) throws(FunctionError) in
            [key.current, key.previous].map { $0.map { String(decoding: $0, as: UTF8.self) } }
        }
    }

    /// When an event must have ended that begins now.
    private func deadline(in milliseconds: Int64 = 4_000) -> Deadline {
        Deadline(bench.now + milliseconds) { [bench] in bench.now }
    }

    @Test("is read at the start without the version before it, which is read when the key is read again")
    func previousVersionIsReadLater() throws {
        bench.secrets = [
            Self.key: ServiceBench.secret(Self.new), Self.key + " AWSPREVIOUS": ServiceBench.secret(Self.old),
        ]
        let key = try rotating()
        #expect(key.value == [Self.new, nil] && bench.asked == [Self.key])
        #expect(key.renew(by: deadline()))
        #expect(key.value == [Self.new, Self.old])
        #expect(bench.asked == [Self.key, Self.key, Self.key + " AWSPREVIOUS"])
    }

    @Test(
        "has no version before it if there is none, the function may not read it, or it was never usable",
        arguments: [
            ServiceBench.refusal("ResourceNotFoundException"), ServiceBench.refusal("AccessDeniedException"),
            ServiceBench.secret(String(old.dropLast())),
        ])
    func noPreviousVersion(answer: Result<HTTPResponse, HTTPError>) throws {
        bench.secrets = [Self.key: ServiceBench.secret(Self.old)]
        let key = try rotating()
        bench.secrets = [Self.key: ServiceBench.secret(Self.new), Self.key + " AWSPREVIOUS": answer]
        #expect(key.renew(by: deadline()))
        #expect(key.value == [Self.new, nil])
        #expect(bench.log.lines == [])
    }

    @Test(
        "stays as it is if nobody can say what the version before it is, and the log says why",
        arguments: [
            (ServiceBench.refusal("InternalServiceError"), "refused with status 400, InternalServiceError"),
            (.failure(.timedOut("slow")), "timed out: slow"),
        ] as [(Result<HTTPResponse, HTTPError>, String)])
    func unknownPreviousVersion(answer: Result<HTTPResponse, HTTPError>, reason: String) throws {
        bench.secrets = [Self.key: ServiceBench.secret(Self.old)]
        let key = try rotating()
        bench.secrets = [Self.key: ServiceBench.secret(Self.new), Self.key + " AWSPREVIOUS": answer]
        #expect(!key.renew(by: deadline()))
        #expect(key.value == [Self.old, nil])
        #expect(
            bench.log.lines == [
                "WARN a secret cannot be read again, so the one known before stays in use: "
                    + "the previous version of KEY_ARN: \(reason)"
            ])
    }

    @Test("has the key before it that a variable names, for a function that reads with it", arguments: [true, false])
    func namedPreviousKey(readsPrevious: Bool) throws {
        bench.secrets = [Self.key: ServiceBench.secret(Self.new), Self.former: ServiceBench.secret(Self.old)]
        let key = try rotating(["KEY_ARN": Self.key, "FORMER_KEY_ARN": Self.former], readsPrevious: readsPrevious)
        let asked = [Self.key] + (readsPrevious ? [Self.former] : [])
        #expect(key.value == [Self.new, readsPrevious ? Self.old : nil] && bench.asked == asked)
        #expect(key.renew(by: deadline()))
        #expect(key.value == [Self.new, readsPrevious ? Self.old : nil] && bench.asked == asked + asked)
    }

    @Test("stays as it is in a variable, and asks nobody")
    func keyInAVariable() throws {
        let key = try rotating(["KEY": Self.new, "FORMER_KEY": Self.old])
        bench.now += 300_000
        #expect(key.current(by: deadline()) == [Self.new, Self.old])
        #expect(bench.asked == [])
    }

    @Test(
        "is read again within a second, or less if the event has no more time", arguments: [(4_000, 1_000), (300, 300)])
    func readingAgainIsShort(time: Int64, limit: Int64) {
        var limits: [Int64] = []
        let start = bench.now
        let secret = RotatingSecret("", now: { [bench] in bench.now }, bench.log.log) { deadline in
            limits.append(deadline.end - start)
            return ""
        }
        secret.renew(by: deadline(in: time))
        #expect(limits == [limit])
    }

    @Test("is not read again within ten seconds of the last attempt, whatever came of it")
    func attemptsAreLimited() throws {
        bench.secrets = [Self.key: ServiceBench.secret(Self.old)]
        let secret = try bench.services(["KEY_ARN": Self.key]).rotatingSecret("KEY", bench.log.log)
        bench.secrets = [:]
        #expect(!secret.renew(by: deadline()))
        bench.secrets = [Self.key: ServiceBench.secret(Self.new)]
        #expect(!secret.renew(by: deadline()))
        #expect(secret.replacement(by: deadline()) == nil)
        bench.now += 10_000
        #expect(secret.replacement(by: deadline()) == Self.new)
        bench.now += 10_000
        #expect(secret.replacement(by: deadline()) == nil)
    }
}
