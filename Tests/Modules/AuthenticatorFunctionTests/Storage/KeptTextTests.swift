import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Testing

@Suite("Texts that are kept for a while")
struct KeptTextTests {
    private typealias Sample = StorageSamples

    @Test("a text is kept until its end, and the last one counts")
    func lastTextIsKept() throws {
        let server = try TableServer()
        let storage = try server.storage()
        let end = Sample.time + 60
        #expect(try storage.kept("name", at: Sample.time) == nil)
        try storage.keep("first", as: "name", until: end, by: Sample.attempt("a"))
        try storage.keep("last", as: "name", until: end, by: Sample.attempt("b"))
        try storage.keep("other", as: "other name", until: end, by: Sample.attempt("c"))
        #expect(try storage.kept("name", at: end - 1) == "last")
        #expect(try storage.kept("name", at: end) == nil)
    }
}
