/// The names of the app, for people and for links.
public struct AppIdentity: Hashable, Sendable {
  /// The name in messages and texts.
  public var name: String
  /// The host of universal links.
  public var host: String
  /// The custom URL scheme.
  public var scheme: String

  public init(name: String, host: String, scheme: String) {
    self.name = name
    self.host = host
    self.scheme = scheme
  }
}

extension AppIdentity {
  public static let rin = AppIdentity(name: "Rin", host: "rin.app", scheme: "rin")
  public static let product = AppIdentity(name: "[App]", host: "app.example.com", scheme: "app")
  public static let design = product
}
