/// The texts that one document has for one situation, each with the part it stands in.
///
/// The catalogue keeps the texts that lose, so that a what-if can let them win.
public struct VariantTexts: Hashable, Sendable {
  public struct Variant: Hashable, Sendable {
    public let source: CopyPolicy.Source
    public let text: String
  }

  public let variants: [Variant]

  init(_ first: (source: CopyPolicy.Source, text: String), _ others: Variant...) {
    unranked = first.text
    variants = [Variant(source: first.source, text: first.text)] + others
  }

  private let unranked: String

  /// The text from the part that weighs most; the first one if no part that has one is ranked.
  public func text(under policy: CopyPolicy) -> String {
    for source in policy.precedence {
      if let variant = variants.first(where: { $0.source == source }) { return variant.text }
    }
    return unranked
  }
}
