public import Vocabulary

/// The creation of a link, from the first request to a link that can be shared or an error.
///
/// Each request has a number, so that the answer to an abandoned one changes nothing. All requests
/// carry the same idempotency key: also an abandoned request makes no second record.
public struct LinkCreation: Hashable, Sendable, BitwiseCopyable {
  /// The progress of the creation; each case names what usually comes next.
  public enum State: Hashable, Sendable, BitwiseCopyable {
    /// No link has been requested. Next: `requesting`, or `ready` from the cache.
    case idle
    /// Request `number` is under way. Next: `ready`, `waiting`, `failed`.
    case requesting(number: Int)
    /// The wait before request `number`. Next: `requesting`.
    case waiting(number: Int)
    /// A link exists; it stays until the user leaves the flow.
    case ready(InviteCode)
    /// No automatic retry follows. Next: `requesting`, when the user retries.
    case failed(Failure)
    /// The user left the flow, and the pending request is abandoned.
    case left
  }

  /// The reason why a request brought no link.
  public enum Failure: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The request failed on its way; a retry may help.
    case network
    /// No answer came within the policy's time-out; a retry may help.
    case timeout
    /// The service refused; a retry would not help.
    case refused
  }

  /// An event that the host reports: an answer, the end of a wait, or an act of the user.
  public enum Event: Hashable, Sendable, BitwiseCopyable {
    /// A link is needed; `cached` is an earlier one that may be used again.
    case needed(cached: InviteCode?)
    /// The service answered request `number` with this code.
    case created(InviteCode, number: Int)
    /// Request `number` failed.
    case failed(Failure, number: Int)
    /// The time of request `number` is up.
    case timedOut(number: Int)
    /// The wait before request `number` is over.
    case waited(number: Int)
    /// The user tapped Retry on the banner.
    case retryTapped
    /// The user asks for the share sheet.
    case shareTapped
    /// The user left the flow.
    case left
  }

  /// An action that the creation requests from its host.
  public enum Action: Hashable, Sendable, BitwiseCopyable {
    /// Send request `number`, and report when `timeout` has passed without an answer.
    case request(number: Int, timeout: Interval)
    /// Abandon the pending request, and report when this time has passed.
    case wait(Interval, before: Int)
    /// Show the link with this code, ready to be shared.
    case show(InviteCode)
    /// Abandon the pending request, and show the reason for the missing link.
    case showError(Failure)
    /// Open the share sheet with the link of this code.
    case openShareSheet(InviteCode)
    /// Abandon every pending request.
    case giveUp
    /// Do nothing, for the reason given.
    case stay(because: Stay)
  }

  /// The reason why the host has nothing to do.
  public enum Stay: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The event belongs to a request that was abandoned or has been answered.
    case outdated
    /// There is no link, so there is nothing to share.
    case noLink
    /// A request is under way, or waits for its retry.
    case alreadyUnderWay
    /// The link exists already.
    case alreadyReady
    /// Retry was tapped where no creation has failed for good.
    case nothingToRetry
    /// The user has left the flow, or leaves it with no request pending.
    case left
  }

  /// The present state; `idle` at first.
  public private(set) var state = State.idle
  /// The requests sent so far, over all retries.
  public private(set) var requests = 0
  /// The retries since the last request of the user.
  var retries = 0

  /// Creates an idle creation, which requests nothing until a link is needed.
  public init() {}
}

extension LinkCreation {
  /// Applies `event`; `generator` supplies the jitter of the waits.
  public mutating func receive(
    _ event: Event, under policy: OfflinePolicy,
    using generator: inout some RandomNumberGenerator
  ) -> Action {
    switch (state, event) {
    case (.idle, .needed(let cached?)):
      state = .ready(cached)
      return .show(cached)
    case (.idle, .needed(nil)), (.failed, .needed), (.failed, .retryTapped):
      retries = 0
      return request(under: policy)
    case (.requesting(let current), .created(let code, let number)) where number == current:
      state = .ready(code)
      return .show(code)
    case (.requesting(let current), .failed(let failure, let number)) where number == current:
      return recover(from: failure, under: policy, using: &generator)
    case (.requesting(let current), .timedOut(let number)) where number == current:
      return recover(from: .timeout, under: policy, using: &generator)
    case (.waiting(let next), .waited(let number)) where number == next:
      retries += 1
      return request(under: policy)
    case (.ready(let code), .shareTapped):
      return .openShareSheet(code)
    case (.requesting, .left), (.waiting, .left):
      state = .left
      return .giveUp
    case (.idle, .left), (.ready, .left), (.failed, .left):
      state = .left
      return .stay(because: .left)
    case (.left, _):
      return .stay(because: .left)
    case (.idle, .shareTapped), (.requesting, .shareTapped), (.waiting, .shareTapped),
      (.failed, .shareTapped):
      return .stay(because: .noLink)
    case (.requesting, .needed), (.waiting, .needed):
      return .stay(because: .alreadyUnderWay)
    case (.ready, .needed):
      return .stay(because: .alreadyReady)
    case (.idle, .retryTapped), (.requesting, .retryTapped), (.waiting, .retryTapped),
      (.ready, .retryTapped):
      return .stay(because: .nothingToRetry)
    case (_, .created), (_, .failed), (_, .timedOut), (_, .waited):
      return .stay(because: .outdated)
    }
  }

  private mutating func request(under policy: OfflinePolicy) -> Action {
    requests += 1
    state = .requesting(number: requests)
    return .request(number: requests, timeout: policy.createTimeout)
  }

  private mutating func recover(
    from failure: Failure, under policy: OfflinePolicy,
    using generator: inout some RandomNumberGenerator
  ) -> Action {
    guard failure != .refused, retries < policy.createMaxRetries else {
      state = .failed(failure)
      return .showError(failure)
    }
    state = .waiting(number: requests + 1)
    return .wait(
      policy.createWait(beforeRetry: retries + 1, using: &generator), before: requests + 1)
  }
}
