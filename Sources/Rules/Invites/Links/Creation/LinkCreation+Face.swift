import Vocabulary

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
