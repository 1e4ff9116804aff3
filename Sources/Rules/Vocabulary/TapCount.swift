/// The way in which the taps on a path through the app are counted.
public enum TapCount: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Every tap, by walking the flow.
  case literal
  /// The document's count.
  case asSpecified
}
