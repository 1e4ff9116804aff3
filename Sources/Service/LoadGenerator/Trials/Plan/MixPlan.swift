public import Invites
public import Profiles

/// The kinds of request with their weights.
public struct MixPlan: Hashable, Sendable {
  public var landingTap = 40.0
  public var landingTapKept = 0.0
  public var previewFetch = 30.0
  public var directOpen = 6.0
  public var deferredResolution = 6.0
  /// Visits to the sharing flow; the profile determines the proportion that creates a link.
  public var sharing = 8.0
  public var accept = 4.0
  public var dashboard = 6.0
  /// Uploads of address books, which only a profile with `contacts.serverMatching` answers.
  public var contactUpload = 0.0
  /// Further requests of plain paths.
  public var paths: [Path] = []

  /// A path and its weight.
  public struct Path: Hashable, Sendable {
    public let path: String
    public let weight: Double

    public init(_ path: String, weight: Double) {
      self.path = path
      self.weight = weight
    }
  }

  public init() {}

  /// Returns the kinds of request with their weights, without those of weight zero.
  public func parts(under profile: Profile, _ flow: FlowPlan) -> [TrafficMix.Part] {
    var taking = RequestKind.accept
    // A link with a limit refuses further acceptances.
    taking.mayBeRefused = profile.link.maxAcceptances != nil
    let creates = sharing * flow.shareThatCreates(under: profile.link)
    let kinds: [(RequestKind, Double)] = [
      (.landingTap, landingTap), (.landingTapKept, landingTapKept), (.previewFetch, previewFetch),
      (.directOpen, directOpen), (.deferredResolution, deferredResolution), (.create, creates),
      (taking, accept), (.dashboard, dashboard),
      (.contactUpload, contactUpload),
    ]
    return (kinds + paths.map { (.get($0.path), $0.weight) })
      .filter { $0.1 > 0 }.map { TrafficMix.Part($0.0, weight: $0.1) }
  }
}

/// The steps of visits to the sharing flow, as proportions of all visits.
public struct FlowPlan: Hashable, Sendable {
  public var screenLoad = 0.95
  public var pickerLoad = 0.6
  public var messageScreen = 0.45
  public var send = 0.35

  public init() {}

  /// Returns the proportion of visits that reach a step.
  func share(reaching moment: FlowMoment) -> Double {
    switch moment {
    case .entryTap: 1
    case .screenLoad: screenLoad
    case .pickerLoad: pickerLoad
    case .messageScreen: messageScreen
    case .send: send
    }
  }

  /// The proportion of visits that reach the first step at which the policy creates a link.
  public func shareThatCreates(under policy: LinkPolicy) -> Double {
    let moment = FlowMoment.allCases.first {
      policy.creationTiming(at: $0, hasLink: false) == .createNow
    }
    return moment.map { share(reaching: $0) } ?? 0
  }
}
