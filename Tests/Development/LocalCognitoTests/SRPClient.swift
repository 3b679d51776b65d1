import Foundation
import JSON
import OpenSSLCrypto
import TestKeys
import Testing

/// The client's side of SRP, written from the formulas. It shares only hashes and arithmetic with the server.
struct SRPClient {
    /// The client's secret, a.
    private let secret: [UInt8]
    private let group: Modulus
    /// A, in hexadecimal digits.
    let publicValue: String

    init() throws {
        secret = try SecureRandom.bytes(128)
        group = try Modulus(Self.prime)
        publicValue = Self.hex(try group.power([2], secret))
    }

    /// The answer to `PASSWORD_VERIFIER`.
    func claim(
        _ challenge: JSONValue, password: String, timestamp: String = "Fri Nov 20 21:56:22 UTC 2026"
    ) throws -> [String: String] {
        let name = "Sandbox01"
        func parameter(_ name: String) throws -> String {
            try #require(challenge["ChallengeParameters"]?[name]?.string)
        }
        let (salt, serverValue) = (Self.bytes(try parameter("SALT")), Self.bytes(try parameter("SRP_B")))
        let (user, block) = (try parameter("USER_ID_FOR_SRP"), try parameter("SECRET_BLOCK"))
        let inner = SHA256.digest(of: Array("\(name)\(user):\(password)".utf8))
        let x = SHA256.digest(of: Self.padded(salt) + inner)
        let u = SHA256.digest(of: Self.padded(Self.bytes(publicValue)) + Self.padded(serverValue))
        let k = SHA256.digest(of: [0] + Self.prime + [2])
        // B - k·g^x, where the subtraction is a multiplication by -1.
        var minusOne = Self.prime
        minusOne[minusOne.count - 1] -= 1
        let masked = try group.product(k, group.power([2], x))
        let base = try group.sum(serverValue, group.product(masked, minusOne))
        let shared = try group.product(group.power(base, secret), group.power(group.power(base, u), x))
        let extracted = HMACSHA256.authenticationCode(for: Self.padded(shared), key: Self.padded(u))
        let key = Array(
            HMACSHA256.authenticationCode(for: Array("Caldera Derived Key".utf8) + [1], key: extracted).prefix(16))
        let secretBlock = [UInt8](try #require(Data(base64Encoded: block)))
        let message = Array("\(name)\(user)".utf8) + secretBlock + Array(timestamp.utf8)
        let signature = HMACSHA256.authenticationCode(for: message, key: key)
        return [
            "PASSWORD_CLAIM_SECRET_BLOCK": block, "TIMESTAMP": timestamp,
            "PASSWORD_CLAIM_SIGNATURE": Data(signature).base64EncodedString(),
        ]
    }

    private static func padded(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        return digits.first.map { $0 < 0x80 } ?? false ? digits : [0] + digits
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func bytes(_ hex: String) -> [UInt8] {
        let text = Array((hex.count % 2 == 0 ? hex : "0" + hex).utf8)
        return stride(from: 0, to: text.count, by: 2).compactMap {
            UInt8(String(decoding: text[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }

    /// The prime of group 15 (RFC 3526 section 4).
    static let prime = bytes(
        """
        ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd\
        ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed\
        ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f\
        83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b\
        e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510\
        15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7\
        abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c\
        bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff
        """)
}
