package import Domain
import Lookup

/// A provider that the settings list and that is not asked, for want of something that its owner can give.
package struct Unasked: Hashable, Sendable {
    package let provider: String
    package let lack: Disclosure.Lack

    /// All of them, in the order of their names.
    package static func all(in settings: Settings, keys: KeyStore) -> [Unasked] {
        let listed = Set(settings.weatherProviders + settings.addressProviders)
        return Service.all.filter { listed.contains($0.name) }.compactMap { service in
            service.lack(settings, keys).map { Unasked(provider: service.name, lack: $0) }
        }.sorted { $0.provider < $1.provider }
    }

    /// What it lacks and what to do, to go on after its name.
    package var reason: String {
        switch lack {
        case .key: "has no key: \(ProviderKey.remedy(for: provider))"
        case .contact:
            "has no contact, which its terms want: set `contact` in the settings to an e-mail"
                + " address or a URL"
        }
    }
}

extension Service {
    /// What it has to be given before it is asked; nil when nothing is missing.
    func lack(_ settings: Settings, _ keys: KeyStore) -> Disclosure.Lack? {
        if isKeyed, keys[name] == nil { return .key }
        return needsContact && !UserAgent.names(contact: settings.contact) ? .contact : nil
    }
}
