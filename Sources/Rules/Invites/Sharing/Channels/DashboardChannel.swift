import Vocabulary

/// The channels that the dashboard of channels tells apart.
public enum DashboardChannel: String, CaseIterable, Sendable {
  case iMessage
  case whatsApp
  case copyLink
  case other

  /// Where a share to `target` is counted; `nil` is a target that the system did not tell.
  public init(_ target: ShareTarget?) {
    self =
      switch target {
      case .messages: .iMessage
      case .whatsapp: .whatsApp
      case .copy: .copyLink
      case .telegram, .email, .airdrop, .otherInstalled, nil: .other
      }
  }
}

extension SharingRules {
  static let dashboardChannels: [Rule] = [
    Rule("P-DSH-07", "The dashboard of channels counts AirDrop under other.")
  ]
}
