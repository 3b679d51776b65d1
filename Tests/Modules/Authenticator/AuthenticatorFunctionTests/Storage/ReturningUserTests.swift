import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import StandIns
import TestSupport
import Testing

@Suite("Users who were removed and came again")
struct ReturningUserTests {
    private typealias Sample = StorageSamples

    @Test("what was read of the former user changes nothing of the new one, although both have the same version")
    func formerReadingChangesNothing() throws {
        let server = try TableServer()
        let storage = try server.storage()
        try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("a")), equals: .made)
        let former = try #require(try storage.user(Sample.user().id))
        server.standIn.replaceItems(with: [:])
        let new = StoredUser(id: former.id, handle: former.handle)
        try expect(storage.enrolSample(new, by: Sample.attempt("c")), equals: .made)
        let items = server.items
        try expect(storage.enrolSample(former, by: Sample.attempt("d")), equals: .conflict)
        try expect(storage.remove("mailbox", of: former, by: Sample.attempt("e")), equals: .conflict)
        try expect(
            storage.enrol(Sample.mailbox(), of: former, replacing: [], by: Sample.attempt("f")), equals: .conflict)
        #expect(server.items == items)
    }
}
