import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import Profiles
import Prompts
import Statistics
import Vocabulary

/// What a page has before it asks: the scenario's title and its controls.
struct ExploreControls: Encodable {
  let title: String
  let question: String?
  let file: String
  /// The command that opens the page as it was opened, for a link to add its state to.
  let command: String
  let days: Int
  let groups: [Group]
  let outcomes: [Outcome]
  let suggestions: [Suggestion]
  /// The kinds of products to begin from.
  let templates: [Suggestion]
  /// The moments at which a prompt may appear.
  let triggers: [String]
  /// The stories that people are found by.
  let stories: [Story]

  struct Group: Encodable {
    let name: String
    let controls: [Control]
  }

  /// A parameter or setting that can be changed.
  struct Control: Encodable {
    let key: String
    /// The name for readers; `nil` where the key is one.
    var label: String?
    /// The value of the scenario, as the control shows it.
    let value: String
    let meaning: String
    /// What stands behind the value: measured, derived or a guess; `nil` for a setting.
    var evidence: String?
    var source: String?
    /// The values of a slider, rising; `nil` for a choice or a text.
    var rungs: [String]?
    /// The values of a choice.
    var words: [String]?
    /// The form of a value, in words that complete "must be …".
    var expects: String?
    /// The two ends of what the source suggests, as the slider has them.
    var range: [String]?
    /// What comes of it, which can be typed instead.
    var output: Output?
  }

  /// An output of the simulation that is known better than the input behind it.
  struct Output: Encodable {
    let metric, words: String
  }

  struct Outcome: Encodable {
    let key, name, unit: String
  }

  struct Story: Encodable {
    let key, name: String
  }

  /// A what-if that makes sense for many products, or a product.
  struct Suggestion: Encodable {
    let name: String
    let changes: [String: String]
  }
}

extension ExploreControls {
  /// The numbers of the loop that come first, by key, in the words of a product manager.
  private static let prominent: [(key: String, label: String)] = [
    ("arrivals.organicPerDay", "Newcomers a day without an invite"),
    ("arrivals.seeds", "Members at the start"),
    ("sharing.visit", "Visits that lead to sharing"),
    ("sharing.recipients", "People reached by a share"),
    ("recipients.tap", "Recipients who tap the link"),
    ("recipients.install", "Tappers who install"),
    ("firstRun.dropPerScreen", "Newcomers lost at each first screen"),
    ("use.retention.1", "Newcomers active after a day"),
    ("use.retention.7", "Newcomers active after 7 days"),
    ("use.retention.30", "Newcomers active after 30 days"),
  ]

  /// What comes of the numbers that a team seldom knows: it knows this.
  static let outputs: [(control: String, metric: String, words: String)] = [
    ("arrivals.seeds", "members.active", "active in the first month"),
    ("sharing.visit", "sends.senderShare", "of actives who share in a month"),
    ("firstRun.dropPerScreen", "onboarding.completion", "of newcomers who finish the sign-up"),
  ]

  /// Returns the words of a product manager for a key; `nil` for one that is not among the first.
  static func label(of key: String) -> String? { prominent.first { $0.key == key }?.label }

  static let withoutInvites = "No invites at all"

  private static let suggested: [(name: String, changes: [String: String])] = [
    ("One prompt for life", ["prompts.lifetimeMax": "1"]),
    (
      "A window of 30 days",
      ["attribution.windowDays": "30", "privacy.clickRetentionDays": "30"]
    ),
    ("The first click earns the credit", ["attribution.model": "firstTouch"]),
    (withoutInvites, ["recipients.tap": "0"]),
    ("Twice as many install", [:]),
    (
      "A reward of 4 for both sides",
      [
        "rewards.mode": "bothSides", "money.reward.inviter": "4", "money.reward.friend": "4",
        "money.newcomer": "12", "money.falseClaims": "10%",
      ]
    ),
    ("A landing page of 1.5 s", ["recipients.landing.time": "1.5s"]),
  ]

  private static let outcomeKeys = [
    ExploreQuestion.usualOutcome, "k.cohort", "k.month", "members.atHome", "use.activeDaily",
    "use.activeMonthly", "sends.senderShare", "sends.recipients", "credit.credited",
    "prompts.perActiveMonth",
  ]

  init(of explored: ExploredScenario) {
    let base = explored.base
    title = base.scenario.title
    question = base.scenario.question
    file = explored.file
    let seed = explored.seed.map { ["--seed", "\($0)"] } ?? []
    let draws = explored.posterior.map { [PosteriorDraws.option.name, $0.path] } ?? []
    let words = [explored.file] + explored.changes.flatMap(\.words)
    command = CommandText("explore", words + seed + draws).description
    days = base.setup.plan.days
    let shapes = Self.shapes
    let parameters = base.setup.parameters.filter { $0.name != "market.acquaintances" }
      .map { Control($0, shape: shapes[$0.name]) }
    let first = Self.prominent.compactMap { key, label -> Control? in
      var control = parameters.first { $0.key == key }
      control?.label = label
      control?.output = Self.outputs.first { $0.control == key }
        .map { Output(metric: $0.metric, words: $0.words) }
      return control
    }
    let others = parameters.filter { control in !first.contains { $0.key == control.key } }
    let run = [
      Control(
        key: "days", label: "Days to look ahead", value: "\(days)",
        meaning: "How many days are simulated.",
        rungs: Self.rising([14, 30, 60, 90, 120, 180, 270, 365, 730], and: "\(days)")),
      Control(
        key: "replications", label: "Replications", value: "\(base.scenario.replications)",
        meaning: "How many times the days are simulated: more make the intervals narrower.",
        rungs: Self.rising(
          [8, 16, 32, 64, 128, 256, 512, 1_000], and: "\(base.scenario.replications)")),
    ]
    let settings = Setting.all.map { Control($0, in: base.setup.plan.profile) }
    func grouped(_ controls: [Control]) -> [Group] {
      var names: [String] = []
      for control in controls {
        let name = String(control.key.prefix { $0 != "." })
        if !names.contains(name) { names.append(name) }
      }
      return names.map { name in
        Group(name: name, controls: controls.filter { $0.key.hasPrefix(name + ".") })
      }
    }
    groups =
      [Group(name: "The loop", controls: first), Group(name: "The run", controls: run)]
      + grouped(others) + grouped(settings)
    let own = base.scenario.answer.map { [$0] } ?? []
    let keys = own + Self.outcomeKeys.filter { !own.contains($0) }
    outcomes = keys.compactMap { key in
      Metric.named(key).map { Outcome(key: key, name: $0.name, unit: $0.unit) }
    }
    triggers = PromptTrigger.allCases.map(\.rawValue)
    stories = StoryKind.all.filter { !$0.needsDetail }.map {
      Story(key: $0.name, name: "\($0.name): \($0.meaning)")
    }
    templates = ProductTemplate.all.compactMap { Self.changes(to: $0, from: explored) }
    let install = parameters.first { $0.key == "recipients.install" }?.rungs
    suggestions = Self.suggested.compactMap { name, changes in
      var changes = changes
      if changes.isEmpty {
        guard let value = base.setup.parameters.first(where: { $0.name == "recipients.install" }),
          let number = Double(value.value), number <= 0.5, install != nil
        else { return nil }
        changes["recipients.install"] = Self.percent(2 * number)
      }
      return explored.whatIf(changes).map { _ in Suggestion(name: name, changes: changes) }
    }
  }

  /// Returns a template as changes of the scenario; `nil` where they contradict it.
  private static func changes(
    to template: ProductTemplate, from explored: ExploredScenario
  ) -> Suggestion? {
    let plan = explored.base.setup.plan
    var product = Product(title: template.name)
    product.days = "\(plan.days)"
    let text = template.text(of: product, today: plan.start.milliseconds / 86_400_000)
    guard
      let read = try? ScenarioSource.reader.read(
        SourceText(name: template.name, text: text), overrides: [])
    else { return nil }
    let other = Setup(template.name, read.value.plan, parameters: read.parametersInUse)
    var state = ExploreState()
    state.changes = ["profile": read.value.plan.profile.id.rawValue]
    guard let base = try? explored.question(state).base.setup else { return nil }
    for change in base.differences(to: other) { state.changes[change.name] = change.variant }
    do throws(ExploreProblems) {
      _ = try explored.question(state)
    } catch {
      // What cannot be moved on the page stays as it is.
      for problem in error.all { if let key = problem.key { state.changes[key] = nil } }
      guard (try? explored.question(state)) != nil else { return nil }
    }
    return Suggestion(name: template.name, changes: state.changes)
  }

  /// The shapes of all keys with a value of their own, by dotted name.
  private static var shapes: [String: ValueShape] {
    var found: [String: ValueShape] = [:]
    func add(_ fields: [FieldDescription], in section: String) {
      for field in fields {
        let name = section + field.key
        switch field.shape {
        case .section(let inner), .optional(.section(let inner)): add(inner, in: name + ".")
        case .evidence(.section(let inner)): add(inner, in: name + ".")
        default: found[name] = field.shape
        }
      }
    }
    add(GrowthScenario().fieldDescriptions, in: "")
    return found
  }

  /// Returns whole numbers as texts, with one more at its place.
  fileprivate static func rising(_ numbers: [Int], and value: String) -> [String] {
    Set(numbers + (Int(value).map { [$0] } ?? [])).sorted().map(String.init)
  }

  static func percent(_ share: Double) -> String {
    let text = NumberText.significant(share * 100)
    let hasPoint = text.contains(".")
    return
      (hasPoint ? String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()) : text)
      + "%"
  }
}

extension ExploreControls.Control {
  /// Creates the control of a parameter.
  init(_ parameter: Parameter, shape: ValueShape?) {
    let axis = parameter.range?.axis
    let isChance = axis?.kind == .chance || shape?.isShare == true
    let number = Double(parameter.value)
    let shown = isChance ? number.map(ExploreControls.percent) : nil
    self.init(
      key: parameter.name, value: shown ?? parameter.value, meaning: parameter.meaning,
      evidence: parameter.isAssumed ? "guess" : parameter.grade == .c ? "derived" : "measured",
      source: parameter.source)
    if let rungs = DelayLaw.rungs(around: value) {
      self.rungs = rungs
    } else if let axis {
      rungs = Self.rungs(along: axis, at: value)
    } else if isChance, let number {
      rungs = Self.shares(and: number)
    } else {
      words = shape?.words
    }
    if let range = parameter.range {
      let ends = [range.low, range.high].map { end in
        isChance ? Double(end).map(ExploreControls.percent) ?? end : end
      }
      expects = "\(range.isAssumed ? "Tried" : "Sources say"): \(ends[0]) to \(ends[1])"
      self.range = range.cases == nil ? ends : nil
    }
  }

  /// Creates the control of a setting.
  init(_ setting: Setting, in profile: Profile) {
    let value = setting.value(in: profile)
    self.init(
      key: setting.name, value: value,
      meaning: "A setting of the rules; the documents differ by conflict \(setting.conflict).",
      expects: "It must be \(setting.expects)")
    if let words = setting.shape.words {
      self.words = words
    } else {
      rungs = setting.shape.rungs(and: value)
    }
  }

  /// The values of a slider: evenly on the scale of the number, half as far again as the range.
  private static func rungs(along axis: ParameterAxis, at value: String) -> [String] {
    let isChance = axis.kind == .chance
    let (low, high) = (axis.ends.lowerBound, axis.ends.upperBound)
    let scale: NaturalScale =
      isChance && low > 0 && high < 1 ? .odds : !isChance && low > 0 ? .ratio : .plain
    let (first, last) = (scale.place(of: low), scale.place(of: high))
    let margin = scale == .plain ? 0 : (last - first) / 2
    let steps = 48
    var found = (0...steps).map { step in
      let place = first - margin + Double(step) / Double(steps) * (last - first + 2 * margin)
      return rounded(scale.number(at: place))
    }
    found.removeAll { $0 >= axis.value * 0.999 && $0 <= axis.value * 1.001 }
    var texts: [(number: Double, text: String)] = found.map {
      ($0, isChance ? ExploreControls.percent($0) : axis.spell($0))
    }
    texts.append((axis.value, value))
    texts.sort { $0.number < $1.number }
    var seen: Set<String> = []
    return texts.map(\.text).filter { seen.insert($0).inserted }
  }

  /// Returns the number with two significant digits.
  private static func rounded(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return number }
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    while number / unit < 10 { unit /= 10 }
    return (number / unit).rounded() * unit
  }

  fileprivate static func shares(and value: Double) -> [String] {
    Set((0...20).map { Double($0) / 20 } + [value]).sorted().map(ExploreControls.percent)
  }
}

extension ValueShape {
  /// The words of a choice; `nil` where other values are allowed too.
  fileprivate var words: [String]? {
    switch self {
    case .scalar(let shape): shape.words
    case .evidence(let shape): shape.words
    case .optional(let shape): shape.words.map { $0 + ["none"] }
    default: nil
    }
  }

  fileprivate var isShare: Bool {
    switch self {
    case .scalar(.share): true
    case .evidence(let shape): shape.isShare
    default: false
    }
  }
}

extension TextShape {
  fileprivate var words: [String]? {
    switch self {
    case .choice(let words): return words
    case .flag: return ["true", "false"]
    case .either(let shapes):
      let all = shapes.map(\.words)
      return all.contains { $0 == nil } ? nil : all.compactMap(\.self).flatMap(\.self)
    default: return nil
    }
  }

  /// The values of a slider, with the present one among them; `nil` where a text is better.
  fileprivate func rungs(and value: String) -> [String]? {
    let numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 20, 21, 30, 45, 60, 90, 180, 365, 1_000]
    switch self {
    case .integer(let range):
      return ExploreControls.rising(numbers.filter(range.contains), and: value)
    case .time(bare: let least?):
      return Int(value) == nil && value != "none"
        ? nil : ExploreControls.rising(numbers.filter { $0 >= least }, and: value)
    case .share:
      return Double(value).map { share in
        Set((0...20).map { Double($0) / 20 } + [share]).sorted()
          .map { $0 == share ? value : NumberText.plain($0) }
      }
    case .either(let shapes):
      guard shapes.contains(.choice(["none"])),
        let other = shapes.first(where: { $0.words == nil }),
        let rungs = other.rungs(and: value)
      else { return nil }
      return rungs + ["none"]
    default: return nil
    }
  }
}

extension NumberText {
  /// Returns the shortest decimal notation of a number.
  fileprivate static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
