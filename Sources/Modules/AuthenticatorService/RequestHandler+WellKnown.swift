internal import JSON

extension RequestHandler {
    /// The files that associate apps with the relying party's domain.
    func wellKnown(_ method: String, _ path: [String]) throws(APIError) -> APIResponse {
        guard method == "GET" || method == "HEAD" else { throw .noSuchPath }
        switch path {
        case [".well-known", "apple-app-site-association"]: return APIResponse(json: appleAppSiteAssociation)
        case [".well-known", "assetlinks.json"]: return APIResponse(json: assetLinks)
        default: throw .noSuchPath
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
