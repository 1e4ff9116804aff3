/// How the taps of a way through the app are counted.
public enum TapCount: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Every tap, by walking the flow.
  case literal
  /// What the document counts.
  case asSpecified
}
