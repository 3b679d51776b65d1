import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import StandIns
import Testing

@Suite("Users who were removed and came again")
struct ReturningUserTests {
    private typealias Sample = StorageSamples

    @Test("what was read of the former user changes nothing of the new one, although both have the same version")
    func formerReadingChangesNothing() throws {
        let server = try TableServer()
        let storage = try server.storage()
        #expect(try storage.enrolSample(Sample.user(), by: Sample.attempt("a")) == .made)
        let former = try #require(try storage.user(Sample.user().id))
        server.standIn.replaceItems(with: [:])
        let new = StoredUser(id: former.id, handle: former.handle)
        #expect(try storage.enrolSample(new, by: Sample.attempt("c")) == .made)
        let items = server.items
        #expect(try storage.enrolSample(former, by: Sample.attempt("d")) == .conflict)
        #expect(try storage.remove("mailbox", of: former, by: Sample.attempt("e")) == .conflict)
        #expect(
            try storage.enrol(Sample.mailbox(), of: former, replacing: [], by: Sample.attempt("f")) == .conflict)
        #expect(server.items == items)
    }
}
