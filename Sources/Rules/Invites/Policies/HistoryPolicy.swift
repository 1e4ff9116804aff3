/// The memory of invited contacts that the app keeps.
public struct HistoryPolicy: Hashable, Sendable {
  public enum Memory: String, CaseIterable, Sendable {
    case session
    case device
  }

  public enum Key: String, CaseIterable, Sendable {
    /// An irreversible hash with a salt of the device: no name and no number.
    case opaqueHash
  }

  /// The time for which an invited contact is remembered; `nil` for none.
  public var memory: Memory? = .session
  public var key: Key? = .opaqueHash

  public init() {}
}

extension HistoryPolicy {
  public static let rin = HistoryPolicy()

  public static let product: HistoryPolicy = {
    var policy = HistoryPolicy()
    policy.memory = nil
    policy.key = nil
    return policy
  }()

  public static let design: HistoryPolicy = {
    var policy = HistoryPolicy()
    policy.memory = .device
    return policy
  }()
}
