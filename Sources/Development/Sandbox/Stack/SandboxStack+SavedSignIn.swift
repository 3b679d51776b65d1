internal import JSON
internal import LoopbackServer

/// Saving a sign-in, `GET /sandbox/sign-ins/<number of one of its triggers' events>`.
extension SandboxStack {
    func savedSignIn(_ number: String) -> LoopbackResponse {
        let endpoint = url.replacing("localhost", with: "127.0.0.1")
        let events = timeline.events(after: settingsBegan).events
        guard let number = Int(number),
            let signIn = SavedSignIn(
                around: number, in: events, variables: settings.savedVariables(endpoint: endpoint), issuer: url + "/")
        else {
            return .refusal(404, "No sign-in with these settings has a trigger's event of this number.")
        }
        var response = LoopbackResponse(control: signIn.json)
        response.headers["content-disposition"] = "attachment; filename=\"sign-in.json\""
        return response
    }
}
