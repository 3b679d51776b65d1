import Foundation
import SwiftUI
import WebKit

/// Shows the CAPTCHA's widget, which your page has, in a web view.
struct CaptchaView: UIViewRepresentable {
    let siteKey: String
    let action: String
    /// Gets the widget's token.
    let onToken: @MainActor (String) -> Void

    func makeCoordinator() -> Receiver { Receiver(onToken: onToken) }

    func makeUIView(context: Context) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.userContentController.add(context.coordinator, name: "captcha")
        let view = WKWebView(frame: .zero, configuration: configuration)
        let parameters = try? JSONEncoder().encode(["siteKey": siteKey, "action": action])
        var page = URLComponents(string: Settings.captchaPage)
        page?.fragment = parameters.map { String(decoding: $0, as: UTF8.self) }
        if let url = page?.url { view.load(URLRequest(url: url)) }
        return view
    }

    func updateUIView(_ view: WKWebView, context: Context) {}

    final class Receiver: NSObject, WKScriptMessageHandler {
        private let onToken: @MainActor (String) -> Void

        init(onToken: @escaping @MainActor (String) -> Void) { self.onToken = onToken }

        func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
            if let token = message.body as? String { onToken(token) }
        }
    }
}
