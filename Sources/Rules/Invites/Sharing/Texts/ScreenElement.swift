/// One element of a screen as a view model: what it shows, what is spoken, whether it works.
public struct ScreenElement: Hashable, Sendable {
  /// What kind of thing the element is to the eye and to VoiceOver.
  public enum Role: String, CaseIterable, Sendable {
    case text
    case image
    case field
    /// A place that waits for its content.
    case placeholder
    case button
    case link
    case banner
    case toast
    case row
  }

  /// A small drawing beside or instead of the text.
  public enum Symbol: String, CaseIterable, Sendable {
    case checkmark
    case brandMark
    case invite
    case spinner
  }

  public var role: Role
  /// What is printed; empty for a drawing.
  public var text: String
  /// What VoiceOver says the element is.
  public var label: String
  /// What VoiceOver says the element holds; `nil` where the label says it all.
  public var value: String?
  public var symbol: Symbol?
  public var isEnabled: Bool
  /// The number of things selected, on a control that shows one.
  public var badge: Int?

  public init(
    _ role: Role, text: String, label: String? = nil, value: String? = nil,
    symbol: Symbol? = nil, isEnabled: Bool = true, badge: Int? = nil
  ) {
    self.role = role
    self.text = text
    self.label = label ?? text
    self.value = value
    self.symbol = symbol
    self.isEnabled = isEnabled
    self.badge = badge
  }

  /// Whether the user can act on it.
  public var isInteractive: Bool {
    switch role {
    case .button, .link, .field, .row: true
    case .text, .image, .placeholder, .banner, .toast: false
    }
  }
}
