import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("A modulus")
struct ModulusTests {
    @Test("sums, products, powers and remainders of small numbers are right")
    func smallNumbers() throws {
        let modulus = try Modulus([13])
        try expect(modulus.sum([7], [9]), equals: [3])
        try expect(modulus.product([7], [9]), equals: [11])
        try expect(modulus.power([2], [0, 10]), equals: [10])
        try expect(modulus.remainder([1, 0]), equals: [9])
        try expect(modulus.remainder([26]), equals: [])
        try expect(modulus.power([5], []), equals: [1])
    }

    @Test("Fermat's theorem holds for the prime 2^521 - 1")
    func largePrime() throws {
        let prime = [0x01] + [UInt8](repeating: 0xFF, count: 65)
        var exponent = prime
        exponent[65] = 0xFE
        try expect(Modulus(prime).power([3], exponent), equals: [1])
    }

    @Test(
        "an even modulus, one, zero and an empty modulus are refused",
        arguments: [[], [0], [1], [0, 1], [4], [1, 0]] as [[UInt8]])
    func invalidModulus(bytes: [UInt8]) {
        #expect(throws: CryptoError.invalidKey) { try Modulus(bytes) }
    }
}
