import AWSCognitoAuthPlugin
import Amplify
import SwiftUI

@main
struct SampleApp: App {
    init() {
        do {
            try Amplify.add(plugin: AWSCognitoAuthPlugin())
            try Amplify.configure()  // with amplifyconfiguration.json
        } catch {
            fatalError("Amplify is not configured: \(error)")
        }
    }

    var body: some Scene {
        WindowGroup { SignInView() }
    }
}
