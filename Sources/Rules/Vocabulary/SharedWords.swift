/// The names of the app, for people and for links.
public struct AppIdentity: Hashable, Sendable {
  /// The name in messages and texts.
  public var name: String
  /// The host of universal links.
  public var host: String
  /// The custom URL scheme.
  public var scheme: String

  /// Creates an identity from the app's name, the host without a scheme, and the URL scheme.
  public init(name: String, host: String, scheme: String) {
    self.name = name
    self.host = host
    self.scheme = scheme
  }
}

extension AppIdentity {
  /// The names in the documents of the profile `rin`.
  public static let rin = AppIdentity(name: "Rin", host: "rin.app", scheme: "rin")
  /// The placeholders in the document of the profile `product`; its scheme is ours.
  public static let product = AppIdentity(name: "[App]", host: "app.example.com", scheme: "app")
  /// The same placeholders as those of `product`.
  public static let design = product
}

/// The picture of a contact in a row of the list or on a card.
public enum Avatar: Hashable, Sendable {
  /// The contact's photo, which the app loads; until it is there the initials are drawn.
  case photo(until: String)
  /// The initials in place of a photo; empty for a contact without a name.
  case initials(String)

  /// The initials, which need no loading.
  public var initials: String {
    switch self {
    case .photo(let initials), .initials(let initials): initials
    }
  }

  /// Returns what is drawn, given whether the photo has been loaded.
  public func drawn(isLoaded: Bool) -> Avatar { isLoaded ? self : .initials(initials) }
}

/// The way in which an inviter and an invitee become connected.
public enum ConnectionMode: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// Silently, when the newcomer's identity is verified.
  case autoMutualAtVerification
  /// Offered, and made only if accepted.
  case suggested
  /// Not at all, as under `design`.
  case none
}

extension String {
  /// A name of this code as events spell it: `homePrompt` is `home_prompt`.
  package var snakeCase: String {
    reduce(into: "") { name, letter in
      if letter.isUppercase { name += "_" }
      name += letter.lowercased()
    }
  }
}

extension StringProtocol {
  /// The text without white space around it.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

/// The way in which the taps on a path through the app are counted.
public enum TapCount: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Every tap, by walking the flow.
  case literal
  /// The document's count.
  case asSpecified
}

extension UInt64 {
  /// The number with its bits mixed: no two numbers have the same, and similar ones have no
  /// similar one.
  ///
  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  @inlinable
  public var mixed: UInt64 {
    var bits = (self ^ (self >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
