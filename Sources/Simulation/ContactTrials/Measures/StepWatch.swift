/// Times step after step.
package struct StepWatch {
  /// Nanoseconds, one by one.
  package private(set) var times: [UInt64] = []
  private var check = 0
  private let clock = ContinuousClock()

  package init() {}

  /// Times `step`; what it returns keeps it from being left out.
  package mutating func time(_ step: () -> Int) {
    let start = clock.now
    let result = step()
    let elapsed = (clock.now - start).components
    check &+= result
    precondition(check != .min)
    times.append(
      UInt64(max(0, elapsed.seconds)) * 1_000_000_000 + UInt64(elapsed.attoseconds / 1_000_000_000))
  }
}
