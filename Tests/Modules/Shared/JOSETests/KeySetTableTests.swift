import Foundation
import JOSE
import JSON
import Testing

/// The sets of `Fixtures/key-sets.json`, which `check-issuer` must read in the same way.
@Suite("JSON Web Key sets as issuers publish them")
struct KeySetTableTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: [UInt8]
        let verdicts: [String]
        /// Why the whole set is refused; nil if it is read.
        let refusal: JOSEError?
    }

    static func cases() throws -> [Case] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/key-sets.json")
        return try JSONValue(parsing: [UInt8](Data(contentsOf: file))).elements.map { entry in
            let keys = try #require(entry["keys"])
            let refusals: [String: JOSEError] = [
                "invalidKeySet": .invalidKeySet, "privateKeyPublished": .privateKeyPublished,
            ]
            return Case(
                testDescription: try #require(entry["name"]?.string),
                text: Array("{\"keys\":".utf8) + keys.bytes + [0x7D],
                verdicts: entry["verdicts"]?.elements.compactMap(\.string) ?? [],
                refusal: try entry["refused"].map { try #require(refusals[$0.string ?? ""]) })
        }
    }

    @Test("each entry is used for its algorithm, or left out for its reason", arguments: try cases())
    func verdicts(_ example: Case) throws {
        if let refusal = example.refusal {
            #expect(throws: refusal) { try JSONWebKeySet(parsing: example.text) }
            return
        }
        let set = try JSONWebKeySet(parsing: example.text)
        let leftOut = Dictionary(uniqueKeysWithValues: set.leftOut.map { ($0.position, $0.reason.description) })
        var used = set.keys.map(\.algorithm.rawValue)[...]
        let found = example.verdicts.indices.map { leftOut[$0 + 1] ?? used.popFirst() ?? "none" }
        #expect(found == example.verdicts)
        #expect(used.isEmpty && set.keys.count + set.leftOut.count == example.verdicts.count)
    }
}
