import GrowthloopFindings
import Vocabulary

/// An output of the simulation that was measured, so that an input is fitted to it before a run.
public struct ObservedOutput: Hashable, Sendable {
  public let value: Double
  /// The value as the file spells it.
  public let text: String
  /// The input that is moved; `nil` for the first of the usual ones that is free.
  public var input: String?
  /// Who measured it.
  public var source: String?

  /// The key of the section, whose own keys have dots in them.
  static let section = "observed"

  /// An input that moves an output.
  public struct Mover: Hashable, Sendable {
    public let name: String
    /// Whether a higher value makes the output less.
    public let lessens: Bool

    public init(_ text: String) {
      lessens = text.hasPrefix("-")
      name = lessens ? String(text.dropFirst()) : text
    }
  }

  /// Returns the inputs that usually move the metric, the most direct one first; empty for none.
  public static func inputs(of metric: String) -> [Mover] {
    for kind in ["retention.active.day", "retention.day"] where metric.hasPrefix(kind) {
      return [Mover("use.retention.\(metric.dropFirst(kind.count))")]
    }
    return (usual[metric] ?? (metric.hasPrefix("k.") ? invited : [])).map(Mover.init)
  }

  private static let credited = ["recipients.install", "recipients.tap"]
  private static let invited = credited + ["sharing.visit", "sharing.promptTap"]
  /// How often something is worth sharing, which every app guesses; rules have no use for some.
  private static let sending = [
    "sharing.visit", "sharing.promptTap", "use.keyAction", "use.socialContent", "use.emptyState",
    "use.postAction", "use.dedupReview", "use.scoreMilestone",
  ]
  private static let reaching = ["sharing.recipients", "sharing.visit", "sharing.promptTap"]
  private static let arriving = ["arrivals.organicPerDay", "arrivals.seeds"]
  private static let active = ["arrivals.seeds", "arrivals.organicPerDay", "use.sessionsPerDay"]
  private static let leaving = [
    "-firstRun.dropPerScreen", "-firstRun.dropAtAccount", "-firstRun.dropAtCode",
  ]

  private static let usual: [String: [String]] = [
    "members.active": active, "use.activeMonthly": active, "use.activeDaily": active,
    "use.sessions": ["use.sessionsPerDay", "arrivals.seeds"],
    "members.all": arriving, "members.atHome": arriving, "members.organic": arriving,
    "arrivals.organic.newcomers": arriving, "market.reached": arriving,
    "members.invited": invited, "members.invitedHome": invited, "members.invitedShare": invited,
    "sends.senderShare": sending, "sends.perActiveMonth": sending,
    "sends.recordsPerActiveMonth": sending, "sends.completions": sending, "sends.records": sending,
    "flow.opened": sending, "flow.openedPerActiveDay": sending, "flow.openRate.week": sending,
    "flow.openRate.day": sending, "flow.completion": ["sharing.proceed", "sharing.complete"],
    "flow.sheetCompletion": ["sharing.complete", "sharing.again"],
    "sends.recipientsPerActiveMonth": reaching, "sends.recipients": reaching,
    "sends.perSender": reaching, "sends.perMember": reaching,
    "prompts.tapShare": ["sharing.promptTap"], "prompts.dismissShare": ["sharing.promptDismiss"],
    "prompts.ignoredPerShown": ["-sharing.promptDismiss", "-sharing.promptTap"],
    "conversion.tapped": ["recipients.tap"],
    "conversion.installed": ["recipients.install", "market.iOSShare"],
    "conversion.launched": credited, "conversion.signedUp": credited + leaving,
    "conversion.home": credited + leaving,
    "conversion.homeOfTapped": ["recipients.install"] + leaving,
    "conversion.homePerShare": credited + ["sharing.recipients"] + leaving,
    "onboarding.completion": leaving, "onboarding.grantShare": ["firstRun.grantWithExplainer"],
    "uninstall.organic": ["use.uninstall"], "uninstall.invited": ["use.uninstall"],
    "after.returnShare": ["use.returnOnPush"], "return.inviterShare": ["use.returnOnPush"],
    "recipients.complaints": ["recipients.complaint"], "taps.notOnIOS": ["-market.iOSShare"],
  ]
}

extension ValueFormat where Value == [Named<ObservedOutput>] {
  /// The format of a mapping from metrics to what was measured of them.
  static var observed: ValueFormat {
    let expects =
      "a mapping from metrics to what was measured, such as {sends.senderShare: 8%}, or none"
    let shape = ValueShape.either([
      .scalar(.words(least: 1)),
      .section([
        description("value", "What was measured."),
        description("by", "The input that is moved."), description("source", "Who measured it."),
      ]),
    ])
    return ValueFormat(
      expects: expects, shape: { _ in .table(shape, names: nil) },
      encode: { rows in
        .object(
          rows.map { row in
            var members: [OrderedJSON.Member] = [.init("value", .text(row.value.text))]
            if let input = row.value.input { members.append(.init("by", .text(input))) }
            if let source = row.value.source { members.append(.init("source", .text(source))) }
            return .init(row.name, members.count == 1 ? .text(row.value.text) : .object(members))
          })
      },
      read: { node, place, _ in
        // A file that extends another takes back what that observes.
        if case .scalar(let scalar) = node.content, scalar.text == "none" { return [] }
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        let rows = entries.compactMap { place.observed($0) }
        return rows.count == entries.count ? rows : nil
      })
  }

  private static func description(_ key: String, _ meaning: String) -> FieldDescription {
    FieldDescription(
      key: key, meaning: meaning, expects: "text", shape: .scalar(.words(least: 1)),
      defaultValue: nil)
  }
}

extension ValuePlace {
  /// Returns what was measured of a metric; reports what is no metric, or no value of it.
  fileprivate func observed(_ entry: YAMLEntry) -> Named<ObservedOutput>? {
    let name = "\(self.name).\(entry.key)"
    func refuse(_ words: String, at range: SourceRange, remedy: String?) -> Named<ObservedOutput>? {
      findings.add(Diagnostic(.error, "\(name.quoted) \(words)", at: range, remedy: remedy))
      return nil
    }
    guard let metric = findings.metrics.first(where: { $0.key == entry.key }) else {
      let isInput = GrowthScenario().fieldDescriptions.flatMap(\.paths).contains(entry.key)
      let near = Suggestion.nearest(to: entry.key, among: findings.metrics.map(\.key))
      return refuse(
        isInput ? "is an input, and not an output" : "is no output of the simulation",
        at: entry.keyRange,
        remedy: isInput
          ? "write it in its own section: \(entry.key.replacing(".", with: ": ")): …"
          : near.map { "did you mean \($0)?" } ?? "'growthloop simulate --metrics all' lists them")
    }
    let inner = entry.value.entries ?? []
    for key in inner where !["value", "by", "source"].contains(key.key) {
      findings.addUnknown(key, called: "\(name).\(key.key)", among: ["value", "by", "source"])
      return nil
    }
    func text(_ key: String) -> String? {
      if case .scalar(let scalar)? = entry.value[key]?.content { scalar.text } else { nil }
    }
    let node = entry.value["value"] ?? entry.value
    guard case .scalar(let scalar) = node.content, let value = metric.scale.value(scalar.text)
    else {
      let written = if case .scalar(let scalar) = node.content { scalar.text } else { "a mapping" }
      return refuse(
        "must be \(metric.scale.expects), not \(written.quoted)", at: node.range,
        remedy: metric.scale == .number ? "write a plain number" : nil)
    }
    guard value >= 0, metric.scale != .share || value <= 1 else {
      return refuse(
        "cannot be \(scalar.text)", at: node.range,
        remedy: metric.scale != .share
          ? "write 0 or more"
          : (1...100).contains(value) && !scalar.text.hasSuffix("%")
            ? "write \(scalar.text)%" : "write a share from 0% to 100%")
    }
    if metric.key.hasPrefix("members."), scalar.text.wholeMatch(of: /\d{1,3}(\.\d{3})+/) != nil {
      return refuse(
        "has a mark for thousands: \(scalar.text) is \(ValueText.spelt(Int(value)))",
        at: node.range, remedy: "write \(scalar.text.replacing(".", with: "_"))")
    }
    var output = ObservedOutput(value: value, text: scalar.text)
    output.input = text("by")
    output.source = text("source")
    guard output.input != nil || !ObservedOutput.inputs(of: metric.key).isEmpty else {
      return refuse(
        "has no usual input that would be moved", at: entry.keyRange,
        remedy: "name one: \(entry.key): {value: \(scalar.text), by: sharing.visit}")
    }
    if metric.key.hasPrefix("retention.day") {
      findings.add(
        Diagnostic(
          .warning, "\(name.quoted) counts who came back on that day or later", at: entry.keyRange,
          remedy: "who is active on that day alone is retention.active.\(metric.key.dropFirst(10))")
      )
    }
    return Named(entry.key, output, at: node.range)
  }
}
