/// The way in which an inviter and an invitee become connected.
public enum ConnectionMode: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Silently, when the newcomer's identity is verified.
  case autoMutualAtVerification
  /// Offered, and made only if accepted.
  case suggested
  /// Not at all, as under `design`.
  case none
}
