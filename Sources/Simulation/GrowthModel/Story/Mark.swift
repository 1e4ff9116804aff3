public import Vocabulary

/// A stage of a way, and the moment at which it was reached.
public struct Mark<Stage: Sendable>: Sendable {
  public let stage: Stage
  public let at: Instant
}
