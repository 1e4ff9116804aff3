import Attribution
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `matching`: the click that a launch belongs to, by device signals.
enum MatchingSubject: Subject {
  static let name = "matching"
  static let summary = "which click a first launch belongs to, by the signals of the device"
  static let example = """
    {"id": 1, "launchAt": "2026-03-02T09:00:00Z", "device": {"address": "a1", "platform": "iOS", \
    "osVersion": "26.1", "model": "p7", "timeZone": "Europe/Rome", "language": "it"}, "clicks": [\
    {"seq": 1, "at": "2026-03-01T20:00:00Z", "link": "a3Xk9m2Q", "signals": {"address": "a1", \
    "platform": "iOS", "osVersion": "26.1", "model": "p7", "timeZone": "Europe/Rome", \
    "language": "it"}}]}
    """
  static let contract = """
    A case:  {"id", "launchAt", "device": {signal: text, …, "token"?, "addressIsShared"?},
             "clicks": [{"seq", "at", "link", "visitor"?, "signals": {…as of the device…}}]}
      signal   \(words(Signal.allCases.map { "\($0)" }, at: 11, separatedBy: ","))
      Signals are compared as they are: send hashes, not addresses. An absent one is unknown, and
      the unknown equals nothing. 'deferred.matcher' chooses the rule: ownService, grovs, dub, …
    Answer:  {"id", "decision": "matched" | "ambiguous" | "noMatch", "click"?, "link"?, "basis"?,
             "isUnique"?, "candidates"?, "because"?, "rule", "clicks": [{"seq", "verdict",
             "differing": [signal], "score"}]}, newest click first.
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var click: UInt64?
    var link: String?
    var basis: String?
    var isUnique: Bool?
    var candidates: Int?
    var because: String?
    let rule: String
    let clicks: [ClickAnswer]
  }

  private struct ClickAnswer: Encodable {
    let seq: UInt64
    let verdict: String
    let differing: [String]
    let score: Int
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    var names = TextNumbers()
    let launch = reader.instant("launchAt").moment
    let device = reader.object("device") { names.signals(of: $0) }
    if device == nil, !reader.has("device") { reader.note("device", "is missing") }
    var sequences: Set<Int> = []
    let clicks = reader.list("clicks") { click in
      let sequence = click.number("seq")
      if !sequences.insert(sequence).inserted { click.note("seq", "is used twice") }
      let signals = click.object("signals") { names.signals(of: $0) }
      return ClickFootprint(
        sequence: UInt64(sequence), at: click.instant("at").moment,
        link: names.number(of: click.text("link")),
        visitor: click.optionalText("visitor").map { names.number(of: $0) } ?? 0,
        signals: signals ?? DeviceSignals())
    }
    try reader.finish()

    let profile = rules.profile
    let rule = profile.deferred.rule(for: profile.attribution)
    let retention = profile.attribution.clickRetention
    let known = device ?? DeviceSignals()
    let decision = rule.match(
      known, launchedAt: launch, among: clicks.span, keptFor: retention)
    let explained = rule.explain(
      known, launchedAt: launch, among: clicks.span, keptFor: retention)
    var answer = Answer(
      id: id, decision: word(for: decision), rule: decision.rule.description,
      clicks: explained.map(answer))
    switch decision {
    case .matched(let match):
      answer.click = match.click
      answer.link = names.text(match.link)
      answer.basis = match.basis.rawValue
      answer.isUnique = match.isUnique
    case .ambiguous(let candidates): answer.candidates = candidates
    case .noMatch(let reason): answer.because = "\(reason)"
    }
    return answer
  }

  private static func word(for decision: MatchDecision) -> String {
    switch decision {
    case .matched: "matched"
    case .ambiguous: "ambiguous"
    case .noMatch: "noMatch"
    }
  }

  private static func answer(_ explanation: MatchExplanation) -> ClickAnswer {
    let verdict =
      switch explanation.verdict {
      case .chosen: "chosen"
      case .olderToken: "olderToken"
      case .competes: "competes"
      case .afterLaunch: "afterLaunch"
      case .notKept: "notKept"
      case .fails(let reason): "\(reason)"
      }
    return ClickAnswer(
      seq: explanation.click, verdict: verdict,
      differing: Signal.allCases.filter { explanation.differing.holds($0) }
        .map { "\($0)" },
      score: explanation.score)
  }
}

extension TextNumbers {
  /// Reads the signals of a device; an absent one stays zero, which stands for none.
  fileprivate mutating func signals(of reader: CaseReader) -> DeviceSignals {
    var signals = DeviceSignals()
    for signal in Signal.allCases {
      guard let text = reader.optionalText("\(signal)") else { continue }
      signals[signal] = UInt32(truncatingIfNeeded: number(of: text))
    }
    if let token = reader.optionalText("token") { signals.token = number(of: token) }
    signals.isAddressShared = reader.flag("addressIsShared", otherwise: false)
    return signals
  }
}
