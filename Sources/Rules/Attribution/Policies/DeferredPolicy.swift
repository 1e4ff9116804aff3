/// PLACEHOLDER until the matching room lands.
public struct DeferredPolicy: Hashable, Sendable {
  public enum M: String, CaseIterable, Sendable { case ownService }
  public var matcher = M.ownService
  public var matchRate = 1.0
  public var falseMatchRate = 0.0
  public init() {}
  public static let rin = DeferredPolicy()
  public static let product = rin
  public static let design = rin
}
