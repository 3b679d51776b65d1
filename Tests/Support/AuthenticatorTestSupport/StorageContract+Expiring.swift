internal import AuthenticatorService
internal import Primitives
internal import Testing

extension StorageContract {
    private typealias Sample = StorageSamples

    /// The rules about what expires.
    static let expiring = [
        StorageContract("a challenge is used up by one attempt, which may ask again") { storage throws in
            let challenge = Sample.challenge()
            #expect(try storage.useUp(challenge, by: Sample.attempt("a", after: 1)) == Sample.time + 1)
            #expect(try storage.useUp(challenge, by: Sample.attempt("b", after: 2)) == nil)
            #expect(try storage.useUp(challenge, by: Sample.attempt("a", after: 3)) == Sample.time + 1)
            #expect(try storage.useUp(Sample.challenge("another"), by: Sample.attempt("b")) == Sample.time)
        },
        StorageContract("an action is stored unless somebody else has changed it") { storage throws in
            let id = ActionID(user: Sample.user().id, code: "cognitoAuth", idempotencyKey: "key")
            let tracked = ActionRecord(state: ActionState(rawValue: "CHALLENGE_REQUIRED"), at: Sample.time)
            #expect(try storage.action(id, at: Sample.time) == nil)
            #expect(try storage.save(tracked, as: id, replacing: nil, by: Sample.attempt("a")))
            #expect(try storage.save(tracked, as: id, replacing: nil, by: Sample.attempt("a")))
            #expect(try !storage.save(tracked, as: id, replacing: nil, by: Sample.attempt("b")))
            #expect(try storage.action(id, at: Sample.time) == tracked)
            var proven = tracked
            proven.state = .challengeSucceeded
            proven.stateUpdatedAt = Sample.time + 60
            proven.verificationMethod = .passkey
            #expect(try storage.save(proven, as: id, replacing: tracked, by: Sample.attempt("c")))
            #expect(try !storage.save(tracked, as: id, replacing: tracked, by: Sample.attempt("d")))
            #expect(try storage.action(id, at: Sample.time) == proven)
            let other = ActionID(user: Sample.user("bob").id, code: "cognitoAuth", idempotencyKey: "key")
            #expect(try storage.action(other, at: Sample.time) == nil)
        },
        StorageContract("an action is forgotten once it has expired, whether or not it has been deleted") {
            storage throws in
            let id = ActionID(user: Sample.user().id, code: "cognitoAuth", idempotencyKey: "key")
            let tracked = ActionRecord(state: ActionState(rawValue: "ALLOW"), at: Sample.time)
            #expect(try storage.save(tracked, as: id, replacing: nil, by: Sample.attempt("a")))
            #expect(try storage.action(id, at: tracked.expiration - 1) == tracked)
            #expect(try storage.action(id, at: tracked.expiration) == nil)
            let late = Sample.attempt("b", after: tracked.expiration - Sample.time)
            #expect(try storage.save(tracked, as: id, replacing: nil, by: late))
        },
        StorageContract("a text is kept under its name until it expires, and replaced by another") { storage throws in
            let end = Sample.time + 600
            #expect(try storage.kept("name", at: Sample.time) == nil)
            try storage.keep("one", as: "name", until: end, by: Sample.attempt("a"))
            try storage.keep("two", as: "name", until: end, by: Sample.attempt("b"))
            #expect(try storage.kept("name", at: end - 1) == "two")
            #expect(try storage.kept("name", at: end) == nil)
            #expect(try storage.kept("another name", at: Sample.time) == nil)
        },
        StorageContract("a started action has one proof, until it expires") { storage throws in
            let proof = StartedActionProof(userID: "alice", verificationMethod: "PASSKEY")
            let challenge = Sample.challenge("started")
            #expect(try storage.proof(ofStarted: "started", at: Sample.time) == nil)
            #expect(try storage.note(proof, ofStarted: challenge, by: Sample.attempt("a")))
            #expect(try storage.note(proof, ofStarted: challenge, by: Sample.attempt("a")))
            let other = StartedActionProof(userID: "bob", verificationMethod: "PASSKEY")
            #expect(try !storage.note(other, ofStarted: challenge, by: Sample.attempt("b")))
            #expect(try storage.proof(ofStarted: "started", at: Sample.time) == proof)
            #expect(try storage.proof(ofStarted: "started", at: challenge.expiration) == nil)
        },
    ]
}
