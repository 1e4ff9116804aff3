/// One element of a screen as a view model: its content, its spoken form, and whether it is
/// enabled.
public struct ScreenElement: Hashable, Sendable {
  /// The kind of the element, for display and for VoiceOver.
  public enum Role: String, CaseIterable, Sendable {
    /// A text to read, without effect when tapped.
    case text
    /// A drawing without text, named by its label.
    case image
    /// A field with a text, such as the search or the message.
    case field
    /// A place without content so far.
    case placeholder
    /// A control that performs an action when tapped.
    case button
    /// A text that leads elsewhere when tapped.
    case link
    /// A notice of a failure or of a missing network.
    case banner
    /// A notice that disappears by itself.
    case toast
    /// A row of a list, for a contact or an entry point.
    case row
  }

  /// A small drawing beside or instead of the text.
  public enum Symbol: String, CaseIterable, Sendable {
    /// The mark of a completed act or of a selected contact.
    case checkmark
    /// The mark of the app.
    case brandMark
    /// The icon of an entry point.
    case invite
    /// The sign of work under way.
    case spinner
  }

  /// The kind of the element, which decides whether it is interactive.
  public var role: Role
  /// The printed text; empty for a drawing.
  public var text: String
  /// The VoiceOver label.
  public var label: String
  /// The VoiceOver value; `nil` where the label is enough.
  public var value: String?
  /// The drawing beside or instead of the text; `nil` for none.
  public var symbol: Symbol?
  /// Whether the element is available; a disabled one is shown, and has no effect.
  public var isEnabled: Bool
  /// The number of things selected, on a control that shows one.
  public var badge: Int?

  /// Creates an element; without a `label`, VoiceOver speaks the text.
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
