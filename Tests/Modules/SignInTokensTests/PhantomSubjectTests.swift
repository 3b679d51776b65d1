import OpenSSLCrypto
import Primitives
import SignInTokens
import Testing

@Suite("Phantom subjects")
struct PhantomSubjectTests {
    static let names = ["ada@example.com", "ada", "émile", "", "+441234567890", "名前", "a b", "\u{1}"]

    // Computed with Python's hmac module.
    @Test(
        "a phantom never changes, whatever the name's case",
        arguments: [
            ("ada@example.com", "f058e2ab-0b8b-434b-95d5-d8c159ee6eaa"),
            ("ADA@EXAMPLE.com", "f058e2ab-0b8b-434b-95d5-d8c159ee6eaa"),
            ("ada", "ab549887-6503-4294-8c28-48f1d82e273b"), ("ADA", "ab549887-6503-4294-8c28-48f1d82e273b"),
            ("ÉMILE", "d252f793-4c45-435b-be00-24a807038dc8"), ("", "c4b6350c-77f6-41c7-9324-31beff83c886"),
        ])
    func phantomNeverChanges(name: String, subject: String) {
        #expect(PhantomSubject.of(name, key: TokenFixture.secret) == subject)
    }

    @Test("a phantom looks like a version 4 UUID, as a Cognito sub does", arguments: names)
    func formOfAPhantom(name: String) throws {
        let pattern = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
        #expect(try pattern.wholeMatch(in: PhantomSubject.of(name, key: TokenFixture.secret)) != nil)
    }

    @Test("only who holds the key recognises a phantom", arguments: names)
    func onlyTheKeyRecognises(name: String) {
        let subject = PhantomSubject.of(name, key: TokenFixture.secret)
        #expect(PhantomSubject.isPhantom(subject, key: TokenFixture.secret))
        #expect(!PhantomSubject.isPhantom(subject, key: TokenFixture.otherSecret))
    }

    @Test("different names and different keys have different phantoms")
    func phantomsDiffer() {
        let subjects = (0..<1_000).flatMap { index in
            [TokenFixture.secret, TokenFixture.otherSecret].map { PhantomSubject.of("user\(index)", key: $0) }
        }
        #expect(Set(subjects).count == 2_000)
        // Their halves differ too, because each half is as good as random.
        #expect(Set(subjects.map { $0.prefix(18) }).count == 2_000)
        #expect(Set(subjects.map { $0.suffix(17) }).count == 2_000)
    }

    @Test("a random UUID is not a phantom")
    func randomUUIDIsNotAPhantom() throws {
        for _ in 0..<1_000 {
            let subject = UUIDText.version4(try SecureRandom.bytes(16))
            #expect(!PhantomSubject.isPhantom(subject, key: TokenFixture.secret))
        }
    }

    @Test("a subject with one changed digit is not a phantom")
    func changedDigit() {
        let subject = Array(PhantomSubject.of("ada", key: TokenFixture.secret).utf8)
        for index in subject.indices where subject[index] != UInt8(ascii: "-") {
            var other = subject
            other[index] = subject[index] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
            // The digits that hold only version and variant affect the form and not the check.
            #expect(!PhantomSubject.isPhantom(String(decoding: other, as: UTF8.self), key: TokenFixture.secret))
        }
    }

    @Test("a text that is not a UUID in lower case is not a phantom")
    func textThatIsNotAUUID() {
        let subject = PhantomSubject.of("ada", key: TokenFixture.secret)
        let texts = [
            "", "ada", "-", "----", subject.uppercased(), subject + " ", " " + subject, subject + "0", "{\(subject)}",
            String(subject.dropLast()), subject.filter { $0 != "-" }, "urn:uuid:" + subject, subject + "\0",
            String(subject.dropLast()) + "é", String(subject.dropLast(2)) + "é", String(subject.dropLast()) + "g",
            String(subject.map { $0 == "-" ? "_" : $0 }),
        ]
        for text in texts { #expect(!PhantomSubject.isPhantom(text, key: TokenFixture.secret), "\(text)") }
    }

    /// Otherwise a caller who chooses names could find out which subjects are phantoms.
    @Test(
        "no name's phantom reveals the end of another phantom",
        arguments: ["-check", "check", "check-phantom", "phantom-check", "phantom", "email", ""])
    func labelsAreSeparate(label: String) throws {
        let first = "aaaaaa@a"
        let digits = PhantomSubject.of(label + first, key: TokenFixture.secret).filter { $0 != "-" }
        let half = stride(from: 0, to: 16, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
        try #require(half.count == 8)
        for lost in UInt8(0)...15 {
            var second = half
            // The version replaced these four bits.
            second[6] = second[6] & 0x0F | lost << 4
            let forged = UUIDText.version4(Array(first.utf8) + second)
            #expect(!PhantomSubject.isPhantom(forged, key: TokenFixture.secret))
        }
    }
}
