internal import Foundation
internal import LoopbackServer
internal import StandIns

/// The address that the `url` of a challenge names. At Authsignal it opens a page for the user.
extension SandboxStack {
    /// Tells whoever opens the address that there is no such page.
    nonisolated func showNoPrebuiltPage(_ request: LoopbackRequest) -> LoopbackResponse {
        var event = TimelineEvent(.authenticator, "GET \(request.path)")
        event.isFailure = true
        event.outcome = "no pre-built page"
        timeline.record(event)
        return LoopbackResponse(
            404,
            headers: [
                "cache-control": "no-store",
                "content-security-policy": "default-src 'none'",
                "referrer-policy": "no-referrer",
            ], body: Array(Self.noPrebuiltPage.utf8), contentType: "text/html; charset=utf-8")
    }

    private static let noPrebuiltPage = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>No pre-built page</title>
        </head>
        <body>
        <h1>The sandbox has no pre-built page</h1>
        <p>At Authsignal, a challenge's <code>url</code> opens a page that asks the user for a passkey or a code. The
        sandbox does not play that page.</p>
        <p>Use the challenge's <code>token</code> with one of Authsignal's client SDKs instead, or try the page with a
        tenant at Authsignal.</p>
        </body>
        </html>

        """
}
