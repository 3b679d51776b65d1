import COpenSSL
import Foundation
import OpenSSLCrypto
import TestKeys
import Testing

@Suite("Roots on demand")
struct TrustStoreTests {
    @Test("the verdict is that of OpenSSL's own store with all roots", arguments: TrustScenario.all)
    func verdictsAreEqual(scenario: TrustScenario) throws {
        let (roots, chain) = try scenario.make()
        let pem = roots.map { pemBlock($0) }.joined()
        let whole = try #require(try StoreVerdict.whole(pem, chain))
        #expect(StoreVerdict.onDemand(pem, chain) == whole)
        if let expected = scenario.expected { #expect(whole.code == expected, "\(whole)") }
    }

    @Test("only the roots with the name of an issuer are decoded, and all of these")
    func onlyNamedRootsAreDecoded() throws {
        let root = try TestAuthority("Root One")
        let others = try (1...5).map { try TestAuthority("Other \($0)").certificate }
        let again = try TrustScenario.reissued(root) { $0.serialNumber = 9 }
        let pem = ([root.certificate] + others + [again]).map { pemBlock($0) }.joined()
        let verdict = StoreVerdict.onDemand(pem, [try TrustScenario.leaf(of: root)])
        #expect(verdict?.code == X509_V_OK)
        #expect(verdict?.decoded == 2)
    }

    @Test("the store has the flags of the store that it replaces", arguments: [true, false])
    func flagsAreKept(allowsPartialChains: Bool) throws {
        let between = try TestAuthority("Between", issuer: try TestAuthority("Root One"))
        let (pem, chain) = (pemBlock(between.certificate), [try TrustScenario.leaf(of: between)])
        let flags = allowsPartialChains ? StoreVerdict.flags : UInt(X509_V_FLAG_TRUSTED_FIRST)
        let verdict = StoreVerdict.onDemand(pem, chain, flags: flags)
        #expect(verdict?.code == (allowsPartialChains ? X509_V_OK : X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT))
        #expect(verdict == (try StoreVerdict.whole(pem, chain, flags: flags)))
    }

    @Test("several contexts share a store, which outlives its last owner but them")
    func contextsShareAStore() throws {
        let root = try TestAuthority("Root One")
        let leaf = try TrustScenario.leaf(of: root)
        var store = TrustStore(pem: Array(pemBlock(root.certificate).utf8))
        let contexts = [TLSContext(), TLSContext()]
        for context in contexts { unsafe store?.install(in: UnsafeMutableRawPointer(context.pointer)) }
        store = nil
        #expect(contexts.map { $0.verdict([leaf]).code } == [X509_V_OK, X509_V_OK])
    }

    @Test("a root that only decoding shows to be damaged hinders no other one, and its own servers are refused")
    func undecodableRootIsRefused() throws {
        let (root, damaged) = (try TestAuthority("Root One"), try TestAuthority("Damaged"))
        // The version, an integer, becomes one without contents' meaning: a padded number.
        let bytes = damaged.certificate.replacing(
            [0xA0, 0x03, 0x02, 0x01, 0x02], with: [0xA0, 0x03, 0x01, 0x01, 0x02])
        let pem = pemBlock(root.certificate) + pemBlock(bytes)
        #expect(StoreVerdict.onDemand(pem, [try TrustScenario.leaf(of: root)])?.code == X509_V_OK)
        let refused = StoreVerdict.onDemand(pem, [try TrustScenario.leaf(of: damaged)])
        #expect(refused?.code == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY)
        // OpenSSL refuses the bundle. So a second attempt with all roots ends like the first.
        #expect(try StoreVerdict.whole(pem, [try TrustScenario.leaf(of: damaged)]) == nil)
    }

    @Test("a bundle of two thousand roots is indexed as a whole")
    func largeBundle() throws {
        let (key, root) = (try PrivateKey.generate(.ed25519), try TestAuthority("Root One"))
        var pem = ""
        for number in 1...2_000 {
            var builder = CertificateBuilder(commonName: "Root \(number)")
            builder.isAuthority = true
            pem += pemBlock(try builder.selfSigned(key))
        }
        pem += pemBlock(root.certificate)
        let verdict = StoreVerdict.onDemand(pem, [try TrustScenario.leaf(of: root)])
        #expect(verdict?.code == X509_V_OK)
        #expect(verdict?.decoded == 1)
        #expect(verdict == (try StoreVerdict.whole(pem, [try TrustScenario.leaf(of: root)])))
    }
}
