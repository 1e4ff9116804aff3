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
