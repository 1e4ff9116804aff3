import GrowthloopFindings
public import GrowthloopLoadGenerator
import Vocabulary

/// A reader of numbers from a file with one on each line.
struct NumberListReader {
  let source: SourceText
  let findings: Findings

  /// Returns the numbers; reports every mistake, and returns `nil` if there is any.
  func read() -> [Double]? {
    let before = findings.errorCount
    var numbers: [Double] = []
    var offset = 0
    let text = source.text.unicodeScalars
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      let word = String(String.UnicodeScalarView(line)).filter { !$0.isWhitespace }
      guard !word.isEmpty else { continue }
      if let number = ValueText.real(word), number.isFinite, abs(number) < 1e12 {
        numbers.append(number)
      } else {
        findings.add(
          Diagnostic(
            .error, "a line must hold a number of seconds, not \(word.quoted)",
            at: source.range(offset..<offset + line.count)))
      }
    }
    if numbers.isEmpty, findings.errorCount == before {
      findings.add(
        Diagnostic(
          .error, "there are no moments", at: source.range(0..<0),
          remedy: "write a number of seconds on each line"))
    }
    return findings.errorCount == before ? numbers : nil
  }
}

extension ArrivalPlan: ScenarioSection {
  public static let fields: [Field<ArrivalPlan>] = [
    .value("course", \.course, .choice, "How the rate goes."),
    .value(
      "rate", \.rate, .real(0...1_000_000), "Requests a second, before and after anything else."),
    .value(
      "peak", \.peak, .none(or: .real(0...1_000_000)),
      "Requests a second at the end of a ramp, in a spike, at the height of a flash crowd."),
    .value(
      "after", \.after, .duration(.zero ... .days(7)),
      "How long after the start a spike or a flash crowd begins."),
    .value("lasting", \.lasting, .duration(.zero ... .days(7)), "How long a spike lasts."),
    .value("rise", \.rise, .duration(.zero ... .days(7)), "How long a flash crowd grows."),
    .value("fall", \.fall, .duration(.zero ... .days(7)), "How long it takes to leave."),
    .value(
      "rates", \.rates, .list(of: .real(0...1_000_000), 0...1_000),
      "Requests a second, of each of the steps or of the hours of a day."),
    .trace(
      "trace", "Moments of recorded requests, in seconds, a line each; any epoch will do."),
    .value(
      "spacing", \.spacing, .choice,
      "How requests lie about the rate: as independent people come, or as evenly as can be."),
  ]

  public func check(_ reading: SectionReading<ArrivalPlan>) {
    func require(_ holds: Bool, _ path: PartialKeyPath<ArrivalPlan>, _ remedy: String) {
      if !holds {
        reading.refuse(
          path, "must be given for the course \(course.rawValue)", remedy: remedy)
      }
    }
    switch course {
    case .constant: break
    case .ramp: require(peak != nil, \.peak, "write peak: 2_000")
    case .spike:
      require(peak != nil, \.peak, "write peak: 2_000")
      require(lasting > .zero, \.lasting, "write lasting: 5s")
    case .flashCrowd:
      require(peak != nil, \.peak, "write peak: 2_000")
      require(rise > .zero, \.rise, "write rise: 5s")
      require(fall > .zero, \.fall, "write fall: 20s")
    case .steps, .day: require(!rates.isEmpty, \.rates, "write rates: [100, 200]")
    case .recorded: require(trace != nil, \.trace, "write trace: times.txt")
    }
  }
}

extension Field<ArrivalPlan> {
  /// Returns a field for recorded times, from a file of numbers beside the plan.
  fileprivate static func trace(_ key: String, _ meaning: String) -> Field {
    .file(
      key, \.trace, name: \.name,
      expecting: "the path of a file with a number on each line, or none", meaning
    ) { source, name, _, findings in
      NumberListReader(source: source, findings: findings).read()
        .map { RecordedTrace($0, called: name) }
    }
  }
}
