/// One element of a screen as a view model: its content, its spoken form, and whether it is
/// enabled.
public struct ScreenElement: Hashable, Sendable {
  /// The kind of the element, for display and for VoiceOver.
  public enum Role: String, CaseIterable, Sendable {
    case text
    case image
    case field
    /// A place without content so far.
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
  /// The printed text; empty for a drawing.
  public var text: String
  /// The VoiceOver label.
  public var label: String
  /// The VoiceOver value; `nil` where the label is enough.
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

  /// Whether the user can act on the element.
  public var isInteractive: Bool {
    switch role {
    case .button, .link, .field, .row: true
    case .text, .image, .placeholder, .banner, .toast: false
    }
  }
}
