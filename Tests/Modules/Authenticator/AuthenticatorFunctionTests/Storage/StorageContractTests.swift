import AWS
import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Foundation
import HTTP
import StandIns
import TestSupport
import Testing

@Suite("DynamoDB storage keeps the contract")
struct StorageContractTests {
    @Test("against the stand-in", arguments: StorageContract.all)
    func againstTheStandIn(_ rule: StorageContract) throws {
        let server = try TableServer()
        try rule.check(server.storage())
    }

    @Test("operators see from a passkey's item whose relying party it is for")
    func itemNamesTheRelyingParty() throws {
        let server = try TableServer()
        let attempt = StorageSamples.attempt("a")
        try expect(
            server.storage().add(
                StorageSamples.passkey(by: attempt), to: StorageSamples.user(), answering: StorageSamples.challenge(),
                by: attempt),
            equals: .added)
        #expect(server.userItems.compactMap { $0["relyingPartyId"] } == [.string("example.test")])
    }

    @Test("against moto", .enabled(if: MotoServer.isInstalled))
    func againstMoto() throws {
        let moto = try MotoServer()
        for (index, rule) in StorageContract.all.enumerated() {
            let tables = (users: "users\(index)", state: "state\(index)")
            try moto.create(tables.users, keys: ["pk": "HASH", "sk": "RANGE"])
            try moto.create(tables.state, keys: ["pk": "HASH"])
            try rule.check(TableServer.storage(at: moto.endpoint, tables))
        }
    }
}
