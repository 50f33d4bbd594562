import Domain
import HTTP

/// What a sender remembers in the cache.
extension ProviderSender {
    /// What `request` is answered with, which is kept; "not modified" stands for the answer kept before.
    func keep(
        _ response: HTTPResponse, _ answer: ProviderAnswer, over kept: KeptAnswer?,
        for request: ProviderRequest
    ) async -> ProviderAnswer {
        let now = time.wall()
        // One that was not asked for confirms nothing: whoever reads it finds a bad answer.
        if response.status == 304, var kept, kept.lastModified != nil {
            kept.renew(by: response, at: now)
            await cache?.renew(kept, for: request.url)
            return kept.answer
        }
        if let new = KeptAnswer(response, answer, at: now) {
            await cache?.keep(new, for: request.url, of: name)
        }
        return answer
    }

    /// Counts a request that is being sent, and has the count written within a minute or when the program ends.
    func count(_ request: ProviderRequest) async {
        guard let cache, await cache.count(name, host: request.host) else { return }
        let writing = pool.start { [time] in
            // Cancelled when the program ends: then it is time too.
            try? await time.sleep(LookupCache.secondsToWriting)
            await cache.saveCounts()
        }
        if writing == nil { await cache.saveCounts() }
    }
}
