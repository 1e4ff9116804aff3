import GrowthloopFindings
import Profiles

extension PolicyReader {
  /// Applies the valid settings, reports the others, and returns the names of the latter.
  func apply(_ written: [Written], to profile: inout Profile) -> Set<String> {
    do throws(Profile.OverrideMistakes) {
      try profile.apply(written.map(\.override))
      return []
    } catch {
      let refused = Set(error.mistakes.map(\.setting))
      for mistake in error.mistakes { tell(mistake, under: profile, written) }
      let sound = written.map(\.override).filter { !refused.contains($0.name) }
      // All are valid by now; an invalid one was reported with the others.
      try? profile.apply(sound)
      return refused
    }
  }

  private func tell(
    _ mistake: Profile.OverrideMistake, under profile: Profile, _ written: [Written]
  ) {
    let places = written.filter { $0.override.name == mistake.setting }
    guard let last = places.last else { return }
    let remedy = findings.isFull ? nil : mistake.remedy(under: profile)
    switch mistake {
    case .unknownSetting:
      findings.add(Diagnostic(.error, mistake.message, at: last.keyRange, remedy: remedy))
    case .badValue:
      findings.add(Diagnostic(.error, mistake.message, at: last.value.range, remedy: remedy))
    case .givenTwice:
      findings.add(
        Diagnostic(
          .error, mistake.message, at: last.keyRange, remedy: remedy,
          notes: places.dropLast().map {
            Diagnostic(.note, "it was first set here", at: $0.keyRange)
          }))
    }
  }

  /// Reports settings that contradict each other, where one of them was written.
  func tell(
    _ contradiction: Contradiction, in profile: Profile, _ written: [Written]
  ) {
    let places = contradiction.settings.compactMap { name in
      written.first { $0.override.name == name }
    }
    let ruleSet = written.first { $0.override.name == "prompts.ruleSet" }
    let isAboutPrompts = contradiction.settings.contains { $0.hasPrefix("prompts.") }
    let range =
      places.first?.value.range ?? (isAboutPrompts ? ruleSet?.value.range : nil)
      ?? mapping[Self.profileKey]?.range ?? mapping.range
    findings.add(
      Diagnostic(
        .error, contradiction.described(in: profile), at: range,
        remedy: contradiction.isAllowedDeliberately
          ? "if it is meant, write it under \(Self.deliberateKey):" : nil,
        notes: places.dropFirst().map {
          Diagnostic(.note, "the other was set here", at: $0.value.range)
        }), afterReading: true)
  }
}
