import JSON
import LambdaRuntime
import SoftwarePasskey

/// What apps ask of the authenticator.
extension Play {
    /// Whether the authenticator takes the token of a round.
    private func isLive(_ round: ModelRound) -> Bool {
        model.now / 1_000 < round.begunAt / 1_000 + model.rules.tokenLife + model.rules.clockSkew
    }

    /// Asks for a code to the address that the app's user has typed.
    /// - Parameters:
    ///   - former: whether with the token of the round before.
    ///   - isRefused: whether the mail service refuses the mail.
    func askCode(_ index: Int, former: Bool = false, isRefused: Bool = false) throws -> Observation {
        let seat = model.seats[index]
        guard let round = former ? seat.former : seat.round, let token = round.token else { return .nothing }
        let event = try world.event(
            AppRequest(
                path: "client/user-authenticators/email-otp", token: token,
                body: #"{"email":"\#(model.account.email)"}"#))
        let count = world.transport.mails.count
        var mail: CodeBook.Code?
        let isAdmitted = isLive(round) && model.codes.admits(round.key)
        if isAdmitted {
            var ticket: CodeBook.Ticket
            (ticket, mail) = model.codes.ask(after: round.asked, at: model.now)
            if isRefused, mail != nil {
                model.codes.takeBack(&ticket, isAgain: round.asked.contains { $0.counter == ticket.counter })
                mail = nil
            }
            remember(.ask(event, round, ticket), seat.actor)
            note(ticket, of: round)
        }
        world.transport.refusesMails = isRefused
        defer { world.transport.refusesMails = false }
        let answer = try world.answer(event)
        expectMail(mail, after: count)
        expect("the answer to a request for a code", answer.status, isAdmitted ? 200 : isLive(round) ? 429 : 401)
        return Observation(answer)
    }

    /// A request for a code arrives once more. It gets the same code and costs nothing, unless it got none before.
    /// Nothing is delivered again after ten minutes.
    /// - Returns: what the request has of its code now.
    func deliverLate(
        _ event: Invocation, _ round: ModelRound, _ ticket: CodeBook.Ticket
    ) throws -> CodeBook.Ticket {
        guard model.now < ticket.issuedAt + model.rules.longCodeLife else { return ticket }
        let count = world.transport.mails.count
        var (ticket, mail) = (ticket, CodeBook.Code?.none)
        if isLive(round) {
            if ticket.isAllowed {
                mail = model.codes.codes[ticket.code].flatMap { $0.isMailed ? $0 : nil }
            } else {
                // It has been counted in its round before.
                let rounds = model.seats.flatMap { [$0.round, $0.former].compactMap { $0 } }
                let asked = rounds.first { $0.key == round.key }?.asked ?? []
                (ticket, mail) = model.codes.ask(after: asked, at: model.now)
                note(ticket, of: round)
            }
        }
        _ = try world.answer(event)
        expectMail(mail, after: count)
        return ticket
    }

    private func note(_ ticket: CodeBook.Ticket, of round: ModelRound) {
        for index in model.seats.indices {
            if model.seats[index].round.key == round.key { model.seats[index].round.note(ticket) }
            if model.seats[index].former?.key == round.key { model.seats[index].former?.note(ticket) }
        }
    }

    /// Types a code.
    func typeCode(_ index: Int, _ text: String, former: Bool = false) throws -> Observation {
        let seat = model.seats[index]
        guard let round = former ? seat.former : seat.round, let token = round.token else { return .nothing }
        let event = try world.event(
            AppRequest(
                path: "client/verify/email-otp", token: token, body: #"{"verificationCode":"\#(text)"}"#))
        let attempt = model.newID()
        let isRight =
            isLive(round) && model.codes.judges(text, in: round.key)
            && model.codes.judge(text, round.tickets, in: attempt, at: model.now)
        remember(.request(event, wasRight: isRight), seat.actor)
        let answer = try world.answer(event)
        expect("the authenticator's verdict on a code", answer.resultToken != nil, isRight)
        if let proof = answer.resultToken { hold(proof, .code, for: round.key, seat.actor) }
        return Observation(answer)
    }

    /// Proves the actor's passkey.
    /// - Parameter index: the sign-in whose token is used; nil before any sign-in.
    func provePasskey(_ actor: Actor, _ index: Int?, former: Bool = false) throws -> Observation {
        var token: String?
        var body = "{}"
        var key = model.newID()
        var isExpected = true
        if let index {
            let seat = model.seats[index]
            guard let round = former ? seat.former : seat.round else { return .nothing }
            (token, key) = (round.token, round.key)
            isExpected = actor == .owner && isLive(round)
        } else {
            let started = try world.answer(
                AppRequest(
                    path: "client/challenge", token: nil, body: #"{"action":"cognitoAuth"}"#))
            body = Self.object([("challengeId", started["challengeId"])])
        }
        let options = try world.answer(
            AppRequest(
                path: "client/user-authenticators/passkey/authentication-options", token: token, body: body))
        guard let json = options["options"], let credential = try model.devices[actor]?.sign(json) else {
            expect("the options for a passkey", options.status, isExpected ? 200 : 401)
            return Observation(options)
        }
        let event = try world.event(
            AppRequest(
                path: "client/verify/passkey", token: token,
                body: Self.object([
                    ("challengeId", options["challengeId"]),
                    ("authenticationCredential", try JSONValue(parsing: credential)),
                ])))
        remember(.request(event, wasRight: false), actor)
        let answer = try world.answer(event)
        expect("the authenticator's verdict on a passkey", answer.resultToken != nil, isExpected)
        if let proof = answer.resultToken { hold(proof, .passkey, for: key, actor) }
        return Observation(answer)
    }

    /// The actor's passkey signs. Nothing but Cognito is asked about it, and verify/passkey takes no round's challenge.
    /// - Parameter index: the sign-in whose options are used; nil for an app that does not know who it is.
    func sign(_ actor: Actor, _ index: Int?, former: Bool = false) throws -> Observation {
        guard let index else {
            let options = try world.answer(
                AppRequest(path: "client/passkey/options", token: nil, body: #"{"action":"cognitoAuth"}"#))
            expect("the options for any passkey", options.status, 200)
            guard let text = try sign(actor, options["challengeId"], options["options"]) else {
                return Observation(options)
            }
            hold(text, .passkey, for: model.newID(), actor, .assertion)
            return Observation(options)
        }
        let seat = model.seats[index]
        guard let round = former ? seat.former : seat.round, let text = round.passkeyOptions else { return .nothing }
        let options = try JSONValue(parsing: Array(text.utf8))
        guard let answer = try sign(actor, options["challengeId"], options["options"]) else { return .nothing }
        for token in [nil, round.token] {
            let proven = try world.answer(AppRequest(path: "client/verify/passkey", token: token, body: answer))
            if proven.resultToken != nil { violate("a round's challenge opens the authenticator's door") }
        }
        hold(answer, .passkey, for: round.key, actor, .assertionOfRound, at: round.begunAt)
        return .nothing
    }

    /// What the actor's passkey signs, as Cognito and verify/passkey take it.
    private func sign(_ actor: Actor, _ challengeID: JSONValue?, _ options: JSONValue?) throws -> String? {
        guard let options, let credential = try model.devices[actor]?.sign(options) else { return nil }
        return Self.object([
            ("challengeId", challengeID), ("authenticationCredential", try JSONValue(parsing: credential)),
        ])
    }

    /// Tries to add the attacker's passkey to the account, with the token of a sign-in that has proven nothing.
    func addPasskey(_ index: Int) throws -> Observation {
        let seat = model.seats[index]
        let answer = try world.answer(
            AppRequest(
                path: "client/user-authenticators/passkey/registration-options", token: seat.round.token))
        if answer.status == 200 { violate("a token that has proven nothing adds a passkey") }
        return Observation(answer)
    }

    private func hold(
        _ text: String, _ method: Proof.Method, for key: Int, _ actor: Actor, _ form: Proof.Form = .token,
        at time: Int64? = nil
    ) {
        let account: Account = method == .passkey && actor == .attacker ? .attacker : model.account
        if actor == .attacker, account == model.account { violate("the attacker proves to be the owner") }
        let proof = Proof(
            id: model.newID(), account: account, method: method, key: key, provenAt: (time ?? model.now) / 1_000,
            text: text, form: form)
        if actor == .owner { model.held.append(proof) } else { model.foreign = proof }
    }

    private static func object(_ members: [(name: String, value: JSONValue?)]) -> String {
        let bytes = JSONWriter.object { object in
            for (name, value) in members {
                if let value { object.member(name, raw: value.bytes) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
