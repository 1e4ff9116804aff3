import Vocabulary

/// A step of a sharing flow as it is logged inside; each document exports it under its own name.
public enum SharingEvent: Hashable, Sendable, BitwiseCopyable {
  case flowOpened(from: FlowPolicy.EntryPoint)
  case pickerOpened
  /// The explainer that precedes the system's question was shown.
  case permissionPromptShown
  case permissionGranted
  case permissionDenied
  /// The picker stands without contacts because they may not be read.
  case pickerDenied
  case contactsLoaded(count: Int)
  case contactsEmpty
  case contactsFailed
  case contactsSelected(count: Int)
  case linkRequested
  /// A link was generated; a link that is used again is not.
  case linkCreated(from: FlowPolicy.EntryPoint)
  case linkFailed
  case linkCopied(from: FlowPolicy.EntryPoint)
  /// The sheet is up; only the compose sheet of Messages knows its channel already.
  case sheetOpened(channel: ReportedChannel?)
  case sheetCancelled
  case shared(Share)
  case creationQueued
}

/// A completed share, as far as it can be known.
public struct Share: Hashable, Sendable, BitwiseCopyable {
  /// `nil` where the channel could not be told.
  public var channel: ReportedChannel?
  /// Whether the user changed the message.
  public var isCustomized: Bool
  /// The number of contacts selected for it; `nil` where nobody was selected in the app.
  public var recipients: Int?
  public var entry: FlowPolicy.EntryPoint

  public init(
    channel: ReportedChannel?, isCustomized: Bool, recipients: Int? = nil,
    entry: FlowPolicy.EntryPoint
  ) {
    self.channel = channel
    self.isCustomized = isCustomized
    self.recipients = recipients
    self.entry = entry
  }

  /// The invites that the share stands for, and so how often it is exported.
  public func invites(countedBy unit: MetricPolicy.InviteUnit) -> Int {
    switch unit {
    case .shareCompletion, .inviteRecord: 1
    case .recipient: recipients ?? 1
    }
  }
}

extension ReportedChannel: BitwiseCopyable {}
extension FlowPolicy.EntryPoint: BitwiseCopyable {}

extension SharingRules {
  static let events: [Rule] = [
    Rule("D-SUC-06", "A send is logged for each recipient, with count and channel.")
  ]
}
