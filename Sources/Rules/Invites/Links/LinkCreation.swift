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

extension LinkCreation {
  /// The display of the creation on the message screen.
  public enum Face: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A shimmer stands where the link will be.
    case loading
    /// The message can be edited, and sent with its link.
    case ready
    /// A banner reports the failure; sending is disabled.
    case error
  }

  /// The face of the screen; `nil` before a link is needed and after the flow is left.
  public var face: Face? {
    switch state {
    case .idle, .left: nil
    case .requesting, .waiting: .loading
    case .ready: .ready
    case .failed: .error
    }
  }
}

extension LinkCreation.Face {
  /// Whether the shimmer stands in place of the link.
  public var showsPlaceholder: Bool { self == .loading }
  /// Whether the link is shown in the preview of the message.
  public var showsLinkPreview: Bool { self == .ready }
  /// Whether the text can be edited; only once its link is there.
  public var messageIsEditable: Bool { self == .ready }
  /// Whether [Send via...] can be tapped.
  public var enablesSending: Bool { self == .ready }
  /// Whether the banner stands there, with its Retry button.
  public var showsBanner: Bool { self == .error }

  /// The step that is logged when the screen takes this face.
  public var step: InviteStep {
    switch self {
    case .loading: .linkCreating
    case .ready: .linkCreated
    case .error: .linkFailed
    }
  }
}

extension LinkRules {
  static let screens: [Rule] = [
    Rule("D-LNK-06", "While a link is made, a shimmer stands in its place."),
    Rule("D-LNK-07", "With its link the message can be edited and sent; the link is kept."),
    Rule("D-LNK-08", "Without a link a banner says so, and nothing can be sent."),
    Rule("D-LNK-12", "The share sheet never opens without a link."),
  ]
}

/// The identity of one request to create an invite, the same in every retry.
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The key as a number of 128 bits, such as a hash of the text that the app sent.
  public let rawValue: UInt128

  /// Creates a key from a number that no other request of the same sender has.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }
}

extension IdempotencyKey {
  /// The time for which a key is remembered: longer than any app goes on retrying.
  public static let life = Interval.days(1)
}

/// The app's request to create an invite.
public struct CreateRequest: Hashable, Sendable {
  /// The key under which a repeated request receives the first answer.
  public let key: IdempotencyKey
  /// The account that invites.
  public let sender: PrincipalID
  /// The sender as an opaque id, with the context and the content of the invite.
  public let claims: LinkClaims
  /// The contacts that were picked, by names that mean nothing outside this session.
  public let contacts: [OpaqueID]

  /// Creates a request; the picked contacts stay on the device unless `flow` uploads them.
  public init(
    key: IdempotencyKey, sender: PrincipalID, context: InviteContext, content: OpaqueID? = nil,
    picked: [OpaqueID] = [], under flow: FlowPolicy
  ) {
    self.key = key
    self.sender = sender
    claims = LinkClaims(inviter: OpaqueID(sender), context: context, content: content)
    contacts = flow.uploadContactIDs ? picked : []
  }

  /// Restores a request from the values that a store kept.
  package init(
    key: IdempotencyKey, sender: PrincipalID, context: InviteContext, content: OpaqueID?,
    contacts: [OpaqueID]
  ) {
    self.key = key
    self.sender = sender
    claims = LinkClaims(inviter: OpaqueID(sender), context: context, content: content)
    self.contacts = contacts
  }
}

/// The decision about a request.
public enum CreateDecision: Hashable, Sendable {
  /// The request is new, and no limit forbids it.
  case create
  /// The key was used before: a repeated request receives the first answer.
  case answerAgain(InviteRecord)
  /// The request creates nothing.
  case refused(because: Refusal)

  /// The reason why a request creates nothing.
  public enum Refusal: Error, Hashable, Sendable {
    /// The key was used for a request with other contents.
    case keyOfAnotherRequest
    /// A limit forbids one more invite.
    case limit(LimitRefusal)
  }
}

extension CreateDecision.Refusal {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .keyOfAnotherRequest: "P-EDG-11"
    case .limit(let refusal): refusal.rule
    }
  }
}

extension CreateRequest {
  /// Returns the decision about the request, given the earlier result of its key.
  ///
  /// The limit comes second: an existing invite is neither counted again nor withheld.
  public func decide(
    knowing first: (request: CreateRequest, record: InviteRecord)?, limit: LimitDecision
  ) -> CreateDecision {
    if let first, first.request.key == key {
      return first.request == self
        ? .answerAgain(first.record) : .refused(because: .keyOfAnotherRequest)
    }
    return switch limit {
    case .allowed: .create
    case .refused(let refusal): .refused(because: .limit(refusal))
    }
  }
}

extension LinkRules {
  static let requests: [Rule] = [
    Rule("P-EDG-11", "However often a creation is tried, its key makes exactly one record."),
    Rule("D-API-01", "A creation names the user, and contacts only where a setting lets it."),
    Rule(
      "D-LNK-14", "Whom the user picked stays on the device: a creation sends no contact."),
  ]
}

/// The moments of the sharing flow at which a link may be created, in the order they come.
public enum FlowMoment: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// The user taps an entry point; the moment in `product`.
  case entryTap
  /// The share screen loads; the moment in `rin`.
  case screenLoad
  /// The contact picker loads; a what-if for `design`.
  case pickerLoad
  /// The message screen opens; the moment in `design`.
  case messageScreen
  /// The user requests the share sheet.
  case send

  public static func < (left: FlowMoment, right: FlowMoment) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The decision whether a moment of the flow is the one to create the link.
///
/// An app with a flow of its own needs it to know when to create the link.
public enum CreationTiming: Hashable, Sendable, BitwiseCopyable {
  /// The flow has reached the moment of the policy, or a later one.
  case createNow
  /// The flow has its link.
  case alreadyCreated
  /// The flow has not reached the moment of the policy, `until`.
  case notYet(until: FlowMoment)
}

extension LinkPolicy.Creation {
  /// The moment of the flow that the setting names.
  public var moment: FlowMoment {
    switch self {
    case .entryTap: .entryTap
    case .screenLoad: .screenLoad
    case .pickerLoad: .pickerLoad
    case .messageScreen: .messageScreen
    }
  }
}

extension LinkPolicy {
  /// Returns whether the flow creates its link at `moment`.
  ///
  /// A flow may skip the moment of the policy, or lack a network there. It then creates the link at
  /// the next moment that it reaches.
  public func creationTiming(at moment: FlowMoment, hasLink: Bool) -> CreationTiming {
    if hasLink { return .alreadyCreated }
    return moment < createAt.moment ? .notYet(until: createAt.moment) : .createNow
  }
}

extension LinkRules {
  static let timing: [Rule] = [
    Rule("CNF-56", "A link is created at one moment of the flow, or the next that is reached.")
  ]
}

extension OfflinePolicy {
  /// Returns the longest wait before retry `retry`, from 1: it grows by the factor each time.
  public func longestWait(beforeRetry retry: Int) -> Interval {
    guard let createBackoff else { return .zero }
    var wait = Double(createBackoff.milliseconds)
    for _ in 1..<max(retry, 1) { wait *= createBackoffFactor ?? 1 }
    // A day is longer than any user waits, and far from where the arithmetic overflows.
    return .milliseconds(Int64(min(wait, 86_400_000).rounded()))
  }

  /// Draws the wait before retry `retry`: between half and all of the longest.
  ///
  /// The fixed half protects a failing service from an immediate retry. The random half spreads
  /// clients that failed together.
  func createWait(
    beforeRetry retry: Int, using generator: inout some RandomNumberGenerator
  ) -> Interval {
    let longest = longestWait(beforeRetry: retry).milliseconds
    guard longest > 0 else { return .zero }
    let least = (longest + 1) / 2
    return .milliseconds(least + Int64(generator.number(below: UInt64(longest - least + 1))))
  }

  /// The longest time from the first request to the error: every request times out, and every wait
  /// is as long as it may be.
  public var longestCreation: Interval {
    (1..<max(createMaxRetries, 0) + 1).reduce(createTimeout) {
      $0 + longestWait(beforeRetry: $1) + createTimeout
    }
  }
}

extension LinkRules {
  static let creation: [Rule] = [
    Rule("LNK-10", "A link from before is shown at once, without a network."),
    Rule("D-LNK-10", "A creation fails by a network error, or by a time-out above 2 s."),
    Rule("D-LNK-11", "A failed creation is tried again at most twice, after waits that double."),
    Rule("D-LNK-13", "At worst the error comes after three time-outs and both waits."),
  ]
}
