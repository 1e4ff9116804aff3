internal import GrowthloopTransport
internal import Vocabulary

/// An admitted request: the caller, the parameters, the body and the moment.
struct Call {
  let target: RequestTarget
  let parameters: PathParameters
  /// The checked body.
  let body: Members
  /// `nil` for operations without a token.
  let caller: Caller?
  /// The client's address, also behind a trusted proxy.
  let address: IPAddress
  let method: WebMethod
  let browser: BrowserAgent
  /// Whether a person who followed a link may have caused the request of a browser.
  let mayBeTap: Bool
  let idempotencyKey: String?
  /// By the clock of the service.
  let now: Instant
  let realNow: MonotonicTime
}
