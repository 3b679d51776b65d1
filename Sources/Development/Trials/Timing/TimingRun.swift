#if os(Linux)
internal import CLibrary
internal import JSON
internal import OpenSSLCrypto
internal import RuntimeAPIHost
internal import SoftwarePasskey
internal import TestKeys
internal import WebAuthn

/// Measures how long real processes take for users and for unknown names, in turn and in random order.
package struct TimingRun: Sendable {
    private let bootstraps: String
    private let slowServices: TrialServices
    private let instantServices: TrialServices
    /// The public key of every passkey, as it is stored.
    private let publicKey: [UInt8]
    private let rows: [TimingRow]
    private let samples: Int
    private let lanes: Int

    /// - Parameters:
    ///   - bootstraps: the folder of the functions.
    ///   - samples: the times of each kind of users in each row.
    ///   - lanes: how many processes work at a time; most of the time they wait.
    ///   - filter: a text that the rows have in their title; nil for all.
    package init(bootstraps: String, samples: Int, lanes: Int, filter: String?) throws {
        (self.bootstraps, self.samples, self.lanes) = (bootstraps, samples, lanes)
        (slowServices, instantServices) = (try TrialServices(.network), try TrialServices())
        publicKey = CredentialPublicKey.encoding(of: try PrivateKey.generate(.p256).publicKey)
        rows = TimingRow.all(slowServices, instant: instantServices).filter { row in
            filter.map { "\(row.function) \(row.name)".contains($0) } ?? true
        }
    }

    /// Measures every row, with new processes and with ones that have served others.
    /// - Parameter report: takes each result as soon as it is there.
    package func run(_ report: (TimingResult) -> Void) throws {
        for row in rows {
            for isNew in [true, false] {
                let times = try measure(row, isNew: isNew)
                for kind in row.users {
                    let title = "\(row.function), \(row.name), \(isNew ? "new" : "running") process, \(kind.rawValue)"
                    report(TimingResult(title, known: times[kind] ?? [], unknown: times[.unknown] ?? []))
                }
            }
        }
    }

    private typealias Times = [TrialUser.Kind: [Double]]

    private func measure(_ row: TimingRow, isNew: Bool) throws -> Times {
        instantServices.reset()
        let device = try device(for: row)
        let kinds = (row.users + [.unknown]).flatMap { Array(repeating: $0, count: samples) }.shuffled()
        let all = try onThreads(lanes) { lane in
            let own = kinds.indices.filter { $0 % lanes == lane }.map { kinds[$0] }
            return try measure(row, own, device, isNew: isNew)
        }
        return all.reduce(into: Times()) { all, times in all.merge(times) { $0 + $1 } }
    }

    /// Ana's device, if the row needs it.
    private func device(for row: TimingRow) throws -> SoftwareAuthenticator? {
        guard case .verifyPasskey(let isRegistered) = row.event else { return nil }
        let bootstraps = Bootstraps(folder: bootstraps)
        let authenticator = try RunningProgram(Program("Authenticator", of: bootstraps, row.environment))
        let device = try TrialSignIn(instantServices, authenticator).signUp()
        if !isRegistered { instantServices.reset() }
        return device
    }

    /// Measures users one after another.
    private func measure(
        _ row: TimingRow, _ kinds: [TrialUser.Kind], _ device: SoftwareAuthenticator?, isNew: Bool
    ) throws -> Times {
        let bootstraps = Bootstraps(folder: bootstraps)
        let program = try Program(row.function, of: bootstraps, row.environment)
        var function = isNew ? nil : try RunningProgram(program)
        // It makes the challenges that are judged, and is not measured then. What a running authenticator has just done
        // for the same user may show in its answer, so it prepares itself.
        let own = row.preparer == row.function ? function : nil
        let preparer =
            try own
            ?? row.preparer.map { name in
                try RunningProgram(Program(name, of: bootstraps, row.environment.withoutWaiting))
            }
        if let function {
            for kind in row.users + [.unknown] { _ = try time(row, TrialUser(kind), device, preparer) { function } }
        }
        var times = Times()
        for kind in kinds {
            if isNew { function = nil }
            let time = try time(row, TrialUser(kind), device, preparer) { () throws(TrialError) in
                let running = if let function { function } else { try RunningProgram(program) }
                function = running
                return running
            }
            times[kind, default: []].append(time)
        }
        return times
    }

    /// How long a function takes for a user's event, in milliseconds.
    private func time(
        _ row: TimingRow, _ user: TrialUser, _ device: SoftwareAuthenticator?, _ preparer: RunningProgram?,
        _ function: () throws(TrialError) -> RunningProgram
    ) throws -> Double {
        let event = try event(of: row, user, device, preparer)
        let function = try function()
        // Waiting ends when a millisecond begins, so events must not begin at one moment of it.
        usleep(.random(in: 0..<5_000))
        let time = try function.exchange(event)
        let text = String(decoding: function.answer, as: UTF8.self)
        // A function that answers otherwise than the row means is not measured.
        guard text.contains(row.expected) else { throw TrialError.program(function.name, "unexpected answer: \(text)") }
        return Double(time) / 1e6
    }

    /// What a device makes of the options in Create's answer.
    private static func signed(_ created: [UInt8], by device: SoftwareAuthenticator?) throws -> String {
        let parameters = try JSONValue(parsing: created)["response"]?["publicChallengeParameters"]
        guard var device, let text = parameters?["passkeyOptions"]?.string else {
            throw TrialError.program("CreateAuthChallenge", "no options for a passkey")
        }
        let asked = try JSONValue(parsing: Array(text.utf8))
        return TrialSignIn.body("authenticationCredential", try device.sign(asked["options"] ?? asked), asked)
    }

    /// The measured event, before which others may prepare the user's round.
    private func event(
        of row: TimingRow, _ user: TrialUser, _ device: SoftwareAuthenticator?, _ preparer: RunningProgram?
    ) throws -> [UInt8] {
        switch row.event {
        case .create: return TrialEvents.create(user)
        case .code:
            let address = user.kind == .otherAddress ? "other@example.test" : user.email
            return TrialEvents.request(
                "user-authenticators/email-otp", #"{"email":"\#(address)"}"#,
                token: try TrialEvents.challengeToken(user))
        case .verify(let answer):
            try preparer?.exchange(TrialEvents.create(user))
            return try TrialEvents.verify(user, created: preparer?.answer ?? [], answer: answer)
        case .verifyPasskey:
            try preparer?.exchange(TrialEvents.create(user))
            let created = preparer?.answer ?? []
            return try TrialEvents.verify(user, created: created, answer: Self.signed(created, by: device))
        case .answer(let answer, let isCodeAsked):
            instantServices.store(user.storedItems(publicKey: publicKey))
            let token = try TrialEvents.challengeToken(user)
            if isCodeAsked { try preparer?.exchange(TrialEvents.request("challenge/email-otp", token: token)) }
            return TrialEvents.request(
                "verify/email-otp", #"{"verificationCode":"\#(answer)"}"#, token: token)
        }
    }
}
#endif
