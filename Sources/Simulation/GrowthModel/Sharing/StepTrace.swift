import Vocabulary

/// The steps that an attempt to share has come by after each event; kept only if somebody looks on.
final class StepTrace {
  private(set) var marks: [Mark<SharingAttempt.Steps>] = []

  func note(_ steps: SharingAttempt.Steps, at moment: Instant) {
    marks.append(Mark(stage: steps, at: moment))
  }
}
