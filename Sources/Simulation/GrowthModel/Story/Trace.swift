public import Vocabulary

/// What somebody came by on a way through screens, and when; kept only of those who are watched.
final class Trace<Stage: Sendable> {
  private(set) var marks: [Mark<Stage>] = []

  func note(_ stage: Stage, at moment: Instant) {
    marks.append(Mark(stage: stage, at: moment))
  }
}

/// A stage of a way, and the moment at which it was reached.
public struct Mark<Stage: Sendable>: Sendable {
  public let stage: Stage
  public let at: Instant
}
