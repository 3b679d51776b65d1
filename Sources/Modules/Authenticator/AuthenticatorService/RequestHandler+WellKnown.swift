internal import JSON
internal import WebAuthn

extension RequestHandler {
    /// The files that associate apps with the relying party's domain.
    func wellKnown(_ method: String, _ path: [String]) throws(APIError) -> APIResponse {
        guard method == "GET" || method == "HEAD" else { throw .noSuchPath }
        switch path {
        case [".well-known", "apple-app-site-association"]: return APIResponse(json: appleAppSiteAssociation)
        case [".well-known", "assetlinks.json"]: return APIResponse(json: assetLinks)
        case [".well-known", "webauthn"]: return APIResponse(json: try relatedOrigins())
        default: throw .noSuchPath
        }
    }

    /// The origins that may use the passkeys besides the relying party's own (WebAuthn section 5.11).
    private func relatedOrigins() throws(APIError) -> [UInt8] {
        do { return try RelatedOrigins(settings.relatedOrigins).file } catch { throw .unexpected }
    }

    private var appleAppSiteAssociation: [UInt8] {
        JSONWriter.object { file in
            file.member("webcredentials") { $0.member("apps", settings.appleAppIDs) }
        }
    }

    private var assetLinks: [UInt8] {
        let statements = settings.androidApps.map { app in
            JSONWriter.object { statement in
                statement.member(
                    "relation",
                    ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"])
                statement.member("target") { target in
                    target.member("namespace", "android_app")
                    target.member("package_name", app.packageName)
                    // Android writes fingerprints in upper case and compares them as text.
                    target.member("sha256_cert_fingerprints", app.fingerprints.map { $0.uppercased() })
                }
            }
        }
        return JSONWriter.array(statements)
    }
}
