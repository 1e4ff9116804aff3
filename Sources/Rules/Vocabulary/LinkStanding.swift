/// What the service knows of the link that was tapped.
public enum LinkStanding: String, CaseIterable, Sendable, BitwiseCopyable {
  case valid
  /// No such code was ever given out.
  case unknown
  /// The link is older than links live.
  case expired
  /// The signature does not fit the link.
  case tampered
}
