import Testing
import TriggerTestSupport

/// Cognito documents the rows `DEVICE_SRP_AUTH` and `DEVICE_PASSWORD_VERIFIER`, and does not say where it puts them.
@Suite("A remembered device")
struct RememberedDeviceTests {
    private static let flows = ["RESULT_TOKEN", "PASSWORD,RESULT_TOKEN", "CAPTCHA,RESULT_TOKEN"]
    private static let sessions = [
        "", "x", "xx", "xxx", "o", "xo", "xxxo", "ox", "oo", "S", "SP", "SPx", "SPxo", "SPM", "SPMo", "Sp", "P", "M",
        "?",
        "K", "kK", "Kx", "Ko", "kkk", "Kxxx",
    ]

    @Test("that passed changes no decision, wherever its rows are", arguments: flows, sessions)
    func rightRowsAreIgnored(flow: String, rows: String) throws {
        let expected = try decision(rows, flow)
        for place in 0...rows.count {
            for device in ["DV", "D", "V", "DVDV"] {
                #expect(try decision(rows, with: device, at: place, flow) == expected, "\(device) at \(place)")
            }
        }
    }

    @Test("that failed ends every sign-in that has not failed yet, wherever its row is", arguments: flows, sessions)
    func wrongRowsFail(flow: String, rows: String) throws {
        guard try ["challenge", "password", "tokens"].contains(decision(rows, flow)) else { return }
        for place in 0...rows.count {
            for device in ["d", "v", "Dv", "vDV"] {
                #expect(try decision(rows, with: device, at: place, flow) == "wrong_device", "\(device) at \(place)")
            }
        }
    }

    private func decision(
        _ rows: String, with device: String = "", at place: Int = 0, _ flow: String
    ) throws -> String {
        let session = Rows.parse("\(rows.prefix(place))\(device)\(rows.dropFirst(place))")
        return try DefineReply.decision(.define.session(session), ["SIGN_IN_FLOW": flow])
    }
}
