/// Whether and how an inviter and the person they brought become connected.
public enum ConnectionMode: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Without a word, when the newcomer's identity is known.
  case autoMutualAtVerification
  /// Offered, and made only if taken.
  case suggested
  case none
}
