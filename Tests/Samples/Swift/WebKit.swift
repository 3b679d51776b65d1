// From Apple's documentation of WebKit for iOS 26: WKWebView, WKUserContentController, WKScriptMessageHandler. Only
// what the sample uses.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
@_exported import FoundationNetworking

public struct CGRect: Sendable {
    public static let zero = CGRect()
}

@MainActor open class UIView {}

@MainActor open class WKWebView: UIView {
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {}
    public func load(_ request: URLRequest) {}
}

@MainActor open class WKWebViewConfiguration {
    public var userContentController = WKUserContentController()
    public init() {}
}

@MainActor open class WKUserContentController {
    public init() {}
    public func add(_ handler: WKScriptMessageHandler, name: String) {}
}

@MainActor open class WKScriptMessage {
    public var body: Any { fatalError() }
}

@MainActor public protocol WKScriptMessageHandler: AnyObject {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
