extension StackSettings {
    /// The words about a relying party ID for which browsers create no passkeys, because it is a public suffix; nil if
    /// it is not one of those listed here.
    package var publicSuffix: String? {
        guard Self.publicSuffixes.contains(relyingPartyID) else { return nil }
        return "\(relyingPartyID) is a public suffix, below which anybody can register names: browsers create no "
            + "passkeys for it."
    }

    /// The public suffixes that are most likely chosen by mistake (https://publicsuffix.org): the domains of hosting
    /// providers and tunnels, and two of countries.
    private static let publicSuffixes: Set = [
        "amplifyapp.com", "azurestaticapps.net", "azurewebsites.net", "cloudfront.net", "co.uk", "com.au",
        "elasticbeanstalk.com", "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "glitch.me", "herokuapp.com",
        "netlify.app", "ngrok.io", "onrender.com", "pages.dev", "vercel.app", "web.app", "workers.dev",
    ]
}
