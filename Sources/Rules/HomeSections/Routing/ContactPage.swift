import Vocabulary

/// The page of a contact that a link opened.
///
/// Loading may become found or missing; these two are final.
///
/// An app needs it for a link to a contact that its cache may lack.
public enum ContactPage: String, CaseIterable, Sendable {
  /// The contact is not in the cache, and the server has not answered.
  case loading
  /// The contact is shown.
  case found
  /// Neither the cache nor the server has the contact; the page shows `error`.
  case missing

  /// Creates the page of a contact that is, or is not, in the cache.
  public init(isCached: Bool) { self = isCached ? .found : .loading }

  /// Applies the server's answer; offline there is none, and the page stays loading.
  public mutating func receive(exists: Bool) {
    guard self == .loading else { return }
    self = exists ? .found : .missing
  }

  /// The error text in place of a contact, with its button; `nil` otherwise.
  public var error: (text: String, button: String)? {
    guard self == .missing else { return nil }
    return ("Contact not found. It may have been deleted or merged.", "Go Back")
  }
}

extension SectionRules {
  static let contactPage: [Rule] = [
    Rule(
      "DPL-08", "A contact that is not in the cache is asked of the server, and so long loading."),
    Rule("DPL-09", "A contact that is nowhere is an error page with \"Go Back\"."),
  ]
}
