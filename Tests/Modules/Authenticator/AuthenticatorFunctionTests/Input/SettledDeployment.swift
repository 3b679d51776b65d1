import SoftwarePasskey
import StandIns
import Testing

/// A deployment with a user who has a passkey, and a check that requests change nothing of it.
struct SettledDeployment {
    let deployment: Deployment
    let process: AuthenticatorProcess
    /// A result token of the user, and the id of the passkey.
    let (token, passkeyID): (String, String)
    private let items: [TableItem]
    private let mails: Int

    init() throws {
        deployment = try Deployment()
        process = try deployment.process()
        (token, passkeyID) = try PreparedRequest.enrolled(process)
        items = deployment.cloud.items
        mails = deployment.cloud.mails.count
    }

    func sender(_ request: SampleRequest) throws -> FrontDoorEvent.Sender {
        switch request.caller {
        case .newUser: .bearer(try deployment.challengeToken("new user", email: "new@example.test", key: "new"))
        case .user: .bearer(token)
        case .app: .app
        }
    }

    func event(_ request: SampleRequest, _ body: String, _ sender: FrontDoorEvent.Sender) -> FrontDoorEvent {
        let path = request.path.replacing("PASSKEY", with: passkeyID)
        return FrontDoorEvent(request.method, path, sender, body)
    }

    /// Whether the tables hold what they held, and no mail was sent.
    var isUnchanged: Bool { items.isSame(as: deployment.cloud.items) && deployment.cloud.mails.count == mails }
}
