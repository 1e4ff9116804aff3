import GrowthloopStudies
import GrowthloopFindings

extension [JudgedGate] {
  /// Returns the same gates, each that is not kept with the command that examines it.
  ///
  /// What has to grow to decide a gate is `key`, such as `experiment.replications`. A missed gate is
  /// examined by the same run, alone, or by the command that `examine` returns.
  func withNextCommands(
    _ repetition: Repetition, growing key: String, examine: ((JudgedGate) -> String)? = nil
  ) -> [JudgedGate] {
    map { gate in
      var gate = gate
      gate.next =
        switch gate.verdict {
        case .kept: nil
        case .missed: examine?(gate) ?? repetition.alone.text()
        case .undecided:
          gate.replicationsToDecide.map { repetition.here.changing(key, to: "\($0)").text() }
        }
      return gate
    }
  }
}
