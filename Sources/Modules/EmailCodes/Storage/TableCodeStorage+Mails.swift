private import AWS

/// What is remembered when a code is asked for.
extension TableCodeStorage {
    package func begin(
        _ own: Launch, of key: String, after lastUse: Int64?, until end: Int64
    ) throws(CodeStorageError) -> Launch.Role {
        try change(key) { (item) throws(CodeStorageError) in
            if let item {
                let old = try Launch(item)
                var launch = old
                if let role = launch.role(of: own.code, after: lastUse, at: own.begunAt) {
                    return (launch == old ? [] : launch.attributes, role)
                }
            }
            return (own.attributes + [("expiresAt", .number(Self.seconds(end)))], .leads)
        }
    }

    package func finish(_ code: String, of key: String) throws(CodeStorageError) {
        // It changes no version: a call that is just joining may still join.
        _ = try update(key, "SET finishedID = :code", if: "codeID = :code", [("code", .string(code))])
    }

    package func admit(
        _ attempt: String, to bucket: String, isLong: Bool, by rule: MailBucket.Rule, at now: Int64
    ) throws(CodeStorageError) -> MailBucket.Admission? {
        try changeBucket(bucket, by: rule) { $0.admit(attempt, isLong: isLong, by: rule, at: now) }
    }

    package func giveBack(
        _ attempt: String, to bucket: String, by rule: MailBucket.Rule
    ) throws(CodeStorageError) {
        try changeBucket(bucket, by: rule) { $0.giveBack(attempt, by: rule) }
    }

    package func settle(
        _ attempt: String, in bucket: String, by rule: MailBucket.Rule, at now: Int64
    ) throws(CodeStorageError) {
        try changeBucket(bucket, by: rule) { $0.settle(attempt, by: rule, at: now) }
    }

    package func admission(
        of attempt: String, to bucket: String
    ) throws(CodeStorageError) -> MailBucket.Admission? {
        guard let item = try item(bucket) else { return nil }
        return try MailBucket(item).admission(of: attempt)
    }

    private func changeBucket<Result>(
        _ key: String, by rule: MailBucket.Rule, _ body: (inout MailBucket) -> Result
    ) throws(CodeStorageError) -> Result {
        try change(key) { (item) throws(CodeStorageError) in
            let old = try item.map { (item) throws(CodeStorageError) in try MailBucket(item) } ?? MailBucket()
            var bucket = old
            let result = body(&bucket)
            guard bucket != old else { return ([], result) }
            let end = bucket.fullAt + rule.period
            return (bucket.attributes + [("expiresAt", .number(Self.seconds(end)))], result)
        }
    }

    package func spend(
        _ attempt: String, of key: String, atMost limit: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool {
        try add(attempt, to: key, atMost: limit, until: end)
    }

    package func unspend(_ attempt: String, of key: String) throws(CodeStorageError) {
        _ = try update(key, "DELETE marks :marks", if: "attribute_exists(marks)", [("marks", .strings([attempt]))])
    }

    /// Adds a member to a set that holds a limited number of them.
    /// - Returns: whether the member is in the set now.
    func add(
        _ member: String, to key: String, atMost limit: Int64, until end: Int64
    ) throws(CodeStorageError) -> Bool {
        let outcome = try update(
            key, "ADD marks :marks SET expiresAt = :until",
            if: "attribute_not_exists(marks) OR contains(marks, :mark) OR size(marks) < :limit",
            [("marks", .strings([member])), ("mark", .string(member)), ("limit", .number(limit))], until: end)
        return outcome == .applied
    }

    package func keep(_ code: StoredLongCode, as key: String) throws(CodeStorageError) {
        _ = try update(
            key, "SET issuedAt = :issued, endsAt = :ends, attemptMark = :attempt, codeMAC = :mac, expiresAt = :until",
            if: "attribute_not_exists(pk)",
            [
                ("issued", .number(code.issuedAt)), ("ends", .number(code.expiresAt)),
                ("attempt", .string(code.attempt)), ("mac", .string(code.authenticationCode)),
            ], until: code.expiresAt)
    }
}

extension Launch {
    fileprivate init(_ item: DynamoDBItem) throws(CodeStorageError) {
        guard let code = item["codeID"]?.string, let begunAt = item["begunAt"]?.number,
            let sharers = item["sharerIDs"]?.string
        else { throw .unreadable }
        self.init(
            code: code, begunAt: begunAt, sharers: sharers.split(separator: " ").map(String.init),
            isFinished: item["finishedID"]?.string == code)
    }

    fileprivate var attributes: [(name: String, value: DynamoDBValue)] {
        [
            ("codeID", .string(code)), ("begunAt", .number(begunAt)),
            ("sharerIDs", .string(sharers.joined(separator: " "))),
        ]
    }
}

extension MailBucket {
    /// Each admission is its attempt, a full stop, and the letter of its kind: small if the mail has been returned.
    fileprivate init(_ item: DynamoDBItem) throws(CodeStorageError) {
        guard let fullAt = item["fullAt"]?.number, let text = item["admissions"]?.string else { throw .unreadable }
        var admissions: [Admission] = []
        for word in text.split(separator: " ") {
            let parts = word.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, ["S", "L", "s", "l"].contains(parts[1]) else { throw .unreadable }
            admissions.append(
                Admission(
                    attempt: String(parts[0]), isLong: parts[1] == "L" || parts[1] == "l",
                    isReturned: parts[1] == "s" || parts[1] == "l"))
        }
        self.init(fullAt: fullAt, momentAt: item["momentAt"]?.number ?? 0, admissions: admissions)
    }

    fileprivate var attributes: [(name: String, value: DynamoDBValue)] {
        let words = admissions.map { admission in
            let letter = admission.isLong ? "L" : "S"
            return "\(admission.attempt).\(admission.isReturned ? letter.lowercased() : letter)"
        }
        return [("fullAt", .number(fullAt)), ("admissions", .string(words.joined(separator: " ")))]
            + (momentAt > 0 ? [("momentAt", .number(momentAt))] : [])
    }
}
