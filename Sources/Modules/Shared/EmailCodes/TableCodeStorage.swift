private import AWS
package import ExpiringState
package import HTTP

/// The storage in the state table. Each call is a read or a conditional write of one item.
package struct TableCodeStorage: CodeStorage {
    private let table: StateTable
    private let deadline: Deadline

    /// Makes the storage. Its calls must end by the deadline.
    package init(_ table: StateTable, by deadline: Deadline) {
        self.table = table
        self.deadline = deadline
    }

    package func change<Counts: StoredCounts, Result>(
        _ key: StateKey, _ basis: StoredBasis<Counts>, at now: Int64, until end: Int64,
        _ change: (inout Counts) -> Result
    ) throws(CodeStorageError) -> (result: Result, item: Counts) {
        var basis = basis
        for _ in 0..<Self.tries {
            var old = Counts()
            switch basis {
            case .empty: break
            case .known(let known): old = known
            case .read:
                let item = try asking { () throws(AWSError) in try table.item(key, by: deadline) }
                old = try Counts(item: item ?? [:])
            }
            var new = old
            let result = change(&new)
            if new == old {
                // An assumed state must be read before it is reported.
                guard case .empty = basis else { return (result, new) }
                basis = .read
                continue
            }
            let outcome: DynamoDBWrite.Outcome
            if case .empty = basis {
                outcome = try write(.put(new.parts, at: now), key, until: end)
            } else {
                outcome = try write(.update(old.parts, new.parts), key, until: end)
            }
            guard case .conditionFailed(let item) = outcome else { return (result, new) }
            basis = .known(try Counts(item: item))
        }
        throw .contended
    }

    package func add(
        _ member: String, to key: StateKey, atMost limit: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool {
        try write(.add((member, to: "marks", atMost: limit)), key, until: end) == .applied
    }

    package func remove(_ member: String, from key: StateKey) throws(CodeStorageError) {
        _ = try write(
            StateTable.Write(
                .update("DELETE marks :marks"), if: "attribute_exists(marks)", ["marks": .strings([member])]), key)
    }

    package func countRequest(
        _ request: String, for ticket: CodeTicket, of key: StateKey, atMost limit: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool {
        var change = StateTable.Write.add(
            (request, to: "requests", atMost: limit), again: false,
            further: ", codeID = :code, issuedAt = :issued REMOVE guesses")
        change.values["code"] = .string(ticket.code)
        change.values["issued"] = .number(ticket.issuedAt)
        guard case .conditionFailed(let item) = try write(change, key, until: end) else { return true }
        return item["requests"]?.strings?.contains(request) ?? false
    }

    package func countAnswer(
        _ answer: String, _ guess: String?, of key: StateKey, requester: String,
        atMost limits: (answers: Int64, guesses: Int64), until end: Int64
    ) throws(CodeStorageError) -> (isAllowed: Bool, ticket: CodeTicket?) {
        let answers = (answer, to: "answers" as StaticString, atMost: limits.answers)
        let change =
            if let guess {
                StateTable.Write.add(answers, (guess, to: "guesses", atMost: limits.guesses))
            } else {
                StateTable.Write.add(answers)
            }
        let (isApplied, item) = try asking { () throws(AWSError) in
            try table.update(key, change, until: Self.seconds(end), by: deadline)
        }
        guard let code = item["codeID"]?.string, let issuedAt = item["issuedAt"]?.number else {
            return (isApplied, nil)
        }
        return (isApplied, CodeTicket(requester: requester, code: code, issuedAt: issuedAt))
    }

    private func write(
        _ change: StateTable.Write, _ key: StateKey, until end: Int64? = nil
    ) throws(CodeStorageError) -> DynamoDBWrite.Outcome {
        try asking { () throws(AWSError) in
            try table.write(key, change, until: end.map(Self.seconds), by: deadline)
        }
    }

    private func asking<Value>(_ ask: () throws(AWSError) -> Value) throws(CodeStorageError) -> Value {
        do { return try ask() } catch { throw .unavailable("\(error)") }
    }

    /// A time in milliseconds as seconds, rounded up.
    private static func seconds(_ milliseconds: Int64) -> Int64 { milliseconds / 1_000 + 1 }

    /// How often a change is tried. Changes conflict only in the same part of an item. Strangers change such parts only
    /// by getting or sharing a mail, which is rarer.
    private static let tries = 10
}
