/// What became of a gate: a limit that something measured is to keep.
public enum GateVerdict: String, Sendable, Hashable, Encodable {
  case kept
  case missed
  /// The limit lies within what luck leaves open.
  case undecided
}
