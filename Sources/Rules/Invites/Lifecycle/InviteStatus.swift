/// How far an invite has come.
public enum InviteStatus: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The link exists. Next: `sent`, `opened`, `accepted`, `expired`.
  case created
  /// The share was completed. Next: `opened`, `accepted`, `expired`.
  case sent
  /// Somebody tapped the link. Next: `accepted`, `expired`.
  case opened
  /// Somebody took the invite; there is no way back.
  case accepted
  /// It grew too old before anybody took it. Next: `accepted`, by somebody who tapped in time.
  case expired
}
