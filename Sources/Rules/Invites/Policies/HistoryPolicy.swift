/// The memory of invited contacts that the app keeps.
public struct HistoryPolicy: Hashable, Sendable {
  /// The time for which an invited contact is remembered.
  public enum Memory: String, CaseIterable, Sendable {
    /// Until the next session begins.
    case session
    /// Across sessions on this device, without an end.
    case device
  }

  /// The form in which an invited contact is remembered.
  public enum Key: String, CaseIterable, Sendable {
    /// An irreversible hash with a salt of the device: no name and no number.
    case opaqueHash
  }

  /// The time for which an invited contact is remembered; `nil` for none.
  public var memory: Memory? = .session
  /// The form of a remembered contact; `nil` where nothing is remembered.
  public var key: Key? = .opaqueHash

  /// Creates the settings of `rin`.
  public init() {}
}

extension HistoryPolicy {
  /// The settings of `rin`, the default: a contact reads "Invited" for the session (CIV-13).
  public static let rin = HistoryPolicy()

  /// The settings of `invite-friends-product`: no memory of invited contacts.
  public static let product: HistoryPolicy = {
    var policy = HistoryPolicy()
    policy.memory = nil
    policy.key = nil
    return policy
  }()

  /// The settings of `invite-friends-design`: a memory that outlives the session (D-HIS-03).
  public static let design: HistoryPolicy = {
    var policy = HistoryPolicy()
    policy.memory = .device
    return policy
  }()
}
