import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import Profiles

/// The sweep that the options request.
struct SweepChoice: Sendable {
  static let vary = CommandOption(
    "--vary", "KEY=A,B,…",
    "a setting or parameter, and the values to try; KEY alone tries the ends of its own range, and "
      + "A=1,2+B=3,4 moves both together; may be repeated. Of KEY alone "
      + VariedParameters.words
      + ", one at a time. A FILE by itself tries '\(VariedParameters.loop)'",
    shapesResult: true, completion: CommandOption.set.completion)
  static let oneAtATime = CommandOption(
    flag: "--one-at-a-time", "changes one of them at a time, in place of all combinations",
    shapesResult: true)

  /// The limit of combinations; more would run for days, in an unreadable table.
  private static let mostPoints = 10_000

  let sweep: Sweep
  /// Whether the values of every axis are the ends of its own range.
  let spansOwnRanges: Bool

  /// One key of an axis, as it is written.
  private struct Part {
    let key: String
    /// `nil` for the ends of the own range.
    let values: [String]?
  }

  /// Reads the options; `parameters` are those of the base.
  init(_ arguments: Arguments, of parameters: [Parameter]) throws(UsageError) {
    let varied = VariedParameters(parameters: parameters)
    let named = arguments.all(Self.vary).map(\.value)
    guard !named.isEmpty || !arguments.words.isEmpty else {
      throw UsageError(description: "missing FILE or --vary: --vary prompts.lifetimeMax=1,3,5")
    }
    let written = named.isEmpty ? [VariedParameters.loop] : named
    let all = written.map(Self.parts)
    let hasGroup = all.contains { parts in
      parts.count == 1 && parts[0].values == nil && varied.isGroup(parts[0].key)
    }
    let isOneAtATime = arguments.has(Self.oneAtATime) || hasGroup
    let isAlone = isOneAtATime || all.count == 1
    var axes: [Sweep.Axis] = []
    for (text, parts) in zip(written, all) {
      axes += try Self.axes(of: parts, text, in: varied, isAlone: isAlone)
    }
    let keys = axes.flatMap(\.keys)
    guard Set(keys).count == keys.count else {
      throw UsageError(description: "each '\(Self.vary)' must name another key")
    }
    sweep = Sweep(axes, oneAtATime: isOneAtATime)
    spansOwnRanges = all.joined().allSatisfy { $0.values == nil } && keys.count == axes.count
    guard sweep.count <= Self.mostPoints else {
      throw UsageError(
        description:
          "that makes more than \(Self.mostPoints) combinations; try '\(Self.oneAtATime)'")
    }
  }

  /// Returns the axes of one option: several only of a word that stands for many parameters.
  private static func axes(
    of parts: [Part], _ text: String, in varied: VariedParameters, isAlone: Bool
  ) throws(UsageError) -> [Sweep.Axis] {
    if parts.count == 1, parts[0].values == nil {
      return try varied.named(parts[0].key).compactMap { parameter in
        parameter.range.map {
          // In combinations the value itself stands beside the ends.
          Sweep.Axis(
            parameter.name, isAlone ? [$0.low, $0.high] : [$0.low, parameter.value, $0.high])
        }
      }
    }
    var columns: [[String]] = []
    for part in parts {
      if let values = part.values {
        guard !part.key.isEmpty else { throw malformed(text) }
        columns.append(values)
      } else {
        let named = try varied.named(part.key)
        guard named.count == 1, let range = named[0].range else { throw malformed(text) }
        columns.append([range.low, range.high])
      }
    }
    guard let count = columns.first?.count, columns.allSatisfy({ $0.count == count }) else {
      throw UsageError(
        description: "'\(vary) \(text)' must give as many values to each key that moves with others"
      )
    }
    let steps = (0..<count).map { step in columns.map { $0[step] } }
    guard !columns.joined().contains(""), Set(steps).count == steps.count else {
      throw UsageError(
        description: "'\(vary) \(text)' must name different values, none of them empty")
    }
    return [Sweep.Axis(together: parts.map(\.key), steps)]
  }

  private static func malformed(_ text: String) -> UsageError {
    UsageError(
      description: "'\(vary) \(text)' must be KEY=A,B,C, such as prompts.lifetimeMax=1,3,5")
  }

  /// Splits at each plus that a further key follows.
  private static func parts(_ text: String) -> [Part] {
    var segments: [Substring] = []
    var rest = text[...]
    while let plus = rest.indices.first(where: { startsKey(rest, after: $0) }) {
      segments.append(rest[..<plus])
      rest = rest[rest.index(after: plus)...]
    }
    return (segments + [rest]).map { segment in
      let parts = segment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Part(key: String(parts[0]), values: parts.count == 2 ? values(parts[1]) : nil)
    }
  }

  /// Returns whether a plus stands there, and behind it a dotted key.
  private static func startsKey(_ text: Substring, after place: Substring.Index) -> Bool {
    guard text[place] == "+" else { return false }
    let rest = text[text.index(after: place)...]
    let key = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
    guard key.first?.isLetter == true, key.contains(".") else { return false }
    let next = rest[key.endIndex...].first
    return next == nil || next == "=" || next == "+"
  }

  /// Splits the values at commas outside brackets.
  private static func values(_ text: Substring) -> [String] {
    var values = [""]
    var depth = 0
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      if character == ",", depth <= 0 {
        values.append("")
      } else {
        values[values.count - 1].append(character)
      }
    }
    return values
  }
}

/// The parameters of a scenario that a word on the command line names: by its key, by the section
/// that they are in, or by what their ranges rest on.
struct VariedParameters {
  static let sourced = "sourced"
  static let all = "all"
  static let loop = "loop"
  /// The words of help.
  static let words =
    "a section stands for its parameters, '\(loop)' for those that the viral coefficients are computed "
    + "through, '\(sourced)' for all whose sources give a range, '\(all)' for all that have one"

  let parameters: [Parameter]

  /// Whether the word names parameters by more than one key.
  func isGroup(_ word: String) -> Bool {
    [Self.sourced, Self.all, Self.loop].contains(word) || !parameters.contains { $0.name == word }
  }

  /// Returns the parameters with a range that a word names.
  ///
  /// - Throws: `UsageError` with the reason where there is none, and what to write.
  func named(_ word: String) throws(UsageError) -> [Parameter] {
    let ranged = parameters.filter { $0.range?.axis != nil }
    switch word {
    case Self.sourced: return ranged.filter { $0.range?.isAssumed == false }
    case Self.all: return ranged
    case Self.loop:
      let names = RankedAnswer(RankedAnswer.usual).parameters
      return ranged.filter { names.contains($0.name) }
    default: break
    }
    let meant = ranged.filter { $0.name == word || $0.name.hasPrefix(word + ".") }
    guard meant.isEmpty else { return meant }
    throw UsageError(description: reason(against: word))
  }

  private func reason(against word: String) -> String {
    if let parameter = parameters.first(where: { $0.name == word }) {
      return
        "'\(word)' is \(parameter.value) and has no range: give one beside the value in the scenario, as "
        + "{value: …, range: [low, high]}"
    }
    if Setting.named(word) != nil {
      return "'\(word)' is a setting of the profile, and has no range: try values with "
        + "'growthloop sweep --vary \(word)=A,B'"
    }
    let near = Suggestion.phrase(
      for: word, among: [Self.sourced, Self.all, Self.loop] + parameters.map(\.name))
    return "unknown parameter '\(word)'\(near); 'growthloop check --parameters FILE' lists them"
  }
}
