import Concurrency

/// One caller waiting for one answer: given by the loop thread or by the caller's cancellation.
typealias Call = FirstValue<Result<HTTPResponse, HTTPError>>
