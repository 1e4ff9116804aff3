public import Vocabulary

/// One text that a document gives for a situation, or that we had to write.
public struct Wording: Hashable, Sendable {
  public let situation: ScreenText
  public let document: ProfileID
  /// The part of the document; `nil` for a part that no precedence ranks.
  public let part: CopyPolicy.Source?
  /// The section, such as `000 §4.4`; for a text of ours the conflict that asks for it.
  public let place: String
  /// The text, with `{app}` for the name of the app.
  public let template: String

  init(
    _ situation: ScreenText, _ document: ProfileID, _ part: CopyPolicy.Source?, _ place: String,
    _ template: String
  ) {
    self.situation = situation
    self.document = document
    self.part = part
    self.place = place
    self.template = template
  }

  /// Whether nobody wrote the text but us.
  public var isOurs: Bool { place.hasPrefix("ours") }
}

extension Wording {
  /// Every text of every document, the losing ones of a conflict included.
  public static let all = rin + product + design
}
