public import Vocabulary

/// The texts of the sharing screens, as one profile shows them.
public struct TextCatalogue: Hashable, Sendable {
  /// The document that speaks.
  public var document: ProfileID
  /// What decides between two texts for one situation.
  public var copy: CopyPolicy
  public var app: AppIdentity

  public init(document: ProfileID, copy: CopyPolicy, app: AppIdentity) {
    self.document = document
    self.copy = copy
    self.app = app
  }

  /// The texts that `document` gives for `situation`, in the order in which it gives them.
  public static func wordings(for situation: ScreenText, in document: ProfileID) -> [Wording] {
    Wording.all.filter { $0.situation == situation && $0.document == document }
  }

  /// The text that is shown; where the document has none, another document's serves.
  public func wording(for situation: ScreenText) -> Wording {
    let own = Self.wordings(for: situation, in: document)
    let texts = own.isEmpty ? Wording.all.filter { $0.situation == situation } : own
    return copy.choose(among: texts, by: \.part)
  }

  public subscript(_ situation: ScreenText) -> String {
    wording(for: situation).template.replacing("{app}", with: app.name)
  }
}

extension SharingRules {
  static let texts: [Rule] = [
    Rule("SHR-02", "The tagline is the slogan, then whom to share with."),
    Rule("SHR-03", "The sections are \"Your invite link\" and \"Message preview\"."),
    Rule("SHR-04", "The calls to action are \"Share via Messages\" and \"Share via...\"."),
    Rule("CIV-05", "The button reads \"Invite to Rin\"."),
    Rule("NAV-16", "INV1 is titled \"Share Rin\", INV4 \"Your Invites\"; both lead back."),
    Rule("ERR-09", "State tables append \" Try again.\"; the error table does not."),
    Rule("CNF-62", "Texts nobody wrote are ours, and marked so."),
  ]
}
