internal import JSON
private import Passkeys
internal import WebAuthn

extension RequestHandler {
    /// The files of the relying party's domain: the apps and origins that may use its passkeys, and the pages for
    /// users.
    func wellKnown(_ method: String, _ path: [String]) throws(APIError) -> APIResponse {
        guard method == "GET" || method == "HEAD" else { throw .noSuchPath }
        switch path {
        case [".well-known", "apple-app-site-association"]: return APIResponse(json: appleAppSiteAssociation)
        case [".well-known", "assetlinks.json"]: return APIResponse(json: assetLinks)
        case [".well-known", "passkey-endpoints"]: return APIResponse(json: passkeyEndpoints)
        case [".well-known", "webauthn"]: return APIResponse(json: try relatedOrigins())
        default: throw .noSuchPath
        }
    }

    /// The origins of other domains that may use the passkeys (WebAuthn section 5.11).
    private func relatedOrigins() throws(APIError) -> [UInt8] {
        do { return try RelatedOrigins(settings.relatedOrigins).file } catch { throw .unexpected }
    }

    /// The pages that password managers link to (Passkey Endpoints section 3.1). Even an empty object says that there
    /// are passkeys.
    private var passkeyEndpoints: [UInt8] {
        JSONWriter.object { file in
            file.member("enroll", ifPresent: settings.enrollPage)
            file.member("manage", ifPresent: settings.managePage)
        }
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
