/// Which devices a pool remembers (`DeviceConfiguration`).
package enum DeviceTracking: String, CaseIterable, Sendable {
    /// Every device that an app confirms.
    case always
    /// A confirmed device that the user wants to be remembered (`DeviceOnlyRememberedOnUserPrompt`).
    case optIn = "opt-in"
}
