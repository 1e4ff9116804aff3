import Attribution
import GrowthloopLinkService
import GrowthloopModel
import Profiles
import Vocabulary

/// A subject of the comparison: service against simulator, or one of them against the documents.
public enum RehearsedSubject: String, CaseIterable, Sendable {
  /// Whether the credited inviter is the one that the taps entitle to the credit.
  case promisedCredits = "promised credits"
  /// Whether exactly the prompts appear that the documents allow.
  case promisedPrompts = "promised prompts"
  /// The inviter credited with an invitee.
  case credits
  /// Whether the two became connected.
  case connections
  /// Whether the inviter receives a push.
  case notifications
  /// The figures that an inviter sees.
  case dashboards
  /// The screen of a user whose app was opened by a link.
  case opens
  /// Whether the service accepted the request.
  case requests
  /// The events that the simulator fired and the service exported.
  case events
}

/// A value that differs between two sides.
public struct Difference: Sendable {
  /// The source of a value.
  public enum Side: String, CaseIterable, Sendable {
    /// The documents, applied to the recorded events.
    case promise
    case simulator
    case service
  }

  public let subject: RehearsedSubject
  /// The person of the market.
  public let person: UInt32
  /// The sources of the expected and of the found value.
  public let sides: (expected: Side, found: Side)
  public let expected: String
  public let found: String
  /// The rules applied on either side; for a broken requirement of the documents, its rule.
  public let rules: [String]
  /// The person's events, one per line.
  public internal(set) var story: [String] = []
}

extension Difference {
  /// Whether the documents were the expected side.
  public var isOfPromise: Bool { sides.expected == .promise }

  /// Both values with the labels of reports.
  public var words: [(side: String, said: String)] {
    [
      (isOfPromise ? "promised:" : "\(sides.expected.rawValue):", expected),
      ("\(sides.found.rawValue):", found),
    ]
  }
}

/// The number of comparisons and the differences found.
public struct Reconciliation: Sendable {
  public internal(set) var compared: [RehearsedSubject: Int] = [:]
  public internal(set) var differences: [Difference] = []

  public func count(of subject: RehearsedSubject) -> Int { compared[subject] ?? 0 }

  public func differences(in subject: RehearsedSubject) -> Int {
    differences.count { $0.subject == subject }
  }

  public var isExact: Bool { differences.isEmpty }

  /// Compares the texts of a value in simulator and service.
  mutating func compare(
    _ subject: RehearsedSubject, of person: UInt32, _ expected: String, _ found: String,
    rules: @autoclosure () -> [String] = []
  ) {
    compare(subject, of: person, .simulator, expected, .service, found, rules: rules())
  }

  /// Compares the texts of a value on two sides.
  mutating func compare(
    _ subject: RehearsedSubject, of person: UInt32, _ side: Difference.Side, _ expected: String,
    _ other: Difference.Side, _ found: String, rules: @autoclosure () -> [String] = [],
    story: @autoclosure () -> [String] = []
  ) {
    compared[subject, default: 0] += 1
    guard expected != found else { return }
    var seen: Set<String> = []
    differences.append(
      Difference(
        subject: subject, person: person, sides: (side, other), expected: expected, found: found,
        rules: rules().filter { !$0.isEmpty && seen.insert($0).inserted }, story: story()))
  }

  /// Adds the comparisons of another reconciliation.
  mutating func add(_ other: Reconciliation) {
    compared.merge(other.compared, uniquingKeysWith: +)
    differences += other.differences
  }
}

/// The service's answers to the actions of a script, compared with the simulator's decisions.
struct AnswerBook {
  let script: RehearsalScript
  private(set) var statuses: [Int]
  /// The answers with a decision, by the number of the action.
  private(set) var said: [Int: Members] = [:]
  var reconciliation: Reconciliation

  init(_ script: RehearsalScript) {
    self.script = script
    reconciliation = script.audit
    statuses = Array(repeating: 0, count: script.actions.count)
  }

  /// Stores an answer, and returns whether the service accepted the request.
  mutating func take(_ status: Int, _ members: Members, to number: Int) -> Bool {
    statuses[number] = status
    let action = script.actions[number]
    let isWanted = Self.isWanted(status, to: action.deed)
    reconciliation.compare(
      .requests, of: action.person, "\(action.deed.name): done",
      isWanted
        ? "\(action.deed.name): done"
        : "\(action.deed.name): \(status) \(members[ProblemAnswer.detail] ?? "")",
      rules: [members[AnswerFields.rule] ?? ""])
    switch action.deed {
    case .launch, .launchAgain, .signUp, .completeOnboarding, .accept: said[number] = members
    case .open(_, _, let received):
      said[number] = members
      let (surface, rule) = (
        members[OpenInvite.surface]?.rawValue ?? "", members[AnswerFields.rule] ?? ""
      )
      reconciliation.compare(
        .opens, of: action.person, "\(received.surface.rawValue) by \(received.rule)",
        "\(surface) by \(rule)", rules: ["\(received.rule)", rule])
    case .getLink, .share, .preview, .tap, .observe, .seeValue, .deleteAccount: break
    }
    return isWanted
  }

  private static func isWanted(_ status: Int, to deed: ScriptedAction.Deed) -> Bool {
    switch deed {
    case .getLink: status == 200 || status == 201
    case .preview, .tap: status == 200 || status == 302
    case .observe: status == 204
    case .accept(let isRefused): status == (isRefused ? 409 : 200)
    case .share, .open, .launch, .launchAgain, .signUp, .seeValue, .completeOnboarding,
      .deleteAccount:
      status == 200
    }
  }
}

/// Formats a person's events with both sides' decisions.
struct DifferenceFormatter {
  private let script: RehearsalScript
  private let book: AnswerBook

  init(_ script: RehearsalScript, _ book: AnswerBook) {
    self.script = script
    self.book = book
  }

  /// The person's actions, and the creation of the links they followed.
  func story(of person: UInt32) -> [String] {
    var links: Set<Int> = []
    for number in script.numbers[person] ?? [] {
      if let link = script.actions[number].deed.link { links.insert(link) }
    }
    let inviters = Set(
      script.expected.referrals[person].flatMap(\.inviter).map { [$0] } ?? [])
    return script.actions.indices.filter { number in
      let action = script.actions[number]
      if action.person == person { return true }
      switch action.deed {
      case .getLink(let link): return links.contains(link)
      case .deleteAccount: return inviters.contains(action.person)
      default: return false
      }
    }.map(line)
  }

  private func line(_ number: Int) -> String {
    let action = script.actions[number]
    let link = action.deed.link.map { " link \($0)" } ?? ""
    return "\(action.at.iso8601) person \(action.person): \(action.deed.word)\(link)"
      + told(number)
  }

  /// Both sides' decisions about an action.
  private func told(_ number: Int) -> String {
    let said = book.said[number]
    let rule = said?[AnswerFields.rule].map { " (\($0))" } ?? ""
    switch script.actions[number].deed {
    case .launch(_, _, let credit):
      let inviter = said?.invitingPerson
      let passedOver = credit.passedOver.map { verdict in
        let click = credit.clicks.first { $0.sequence == verdict.sequence }
        let whose = click.map { " by person \($0.inviter.rawValue) at \($0.at.iso8601)" } ?? ""
        return "; passed over the click\(whose), \(verdict.because.rawValue) (\(verdict.rule))"
      }.joined()
      let service =
        "\(said?[ResolveDeferred.outcome]?.rawValue ?? "status \(book.statuses[number])")"
        + (inviter.map { " person \($0)" } ?? "") + rule
      return "\n    simulator: \(words(credit))\(passedOver)\n    service: \(service)"
    case .launchAgain:
      return "\n    simulator: has an account (\(existingUserRule))\n    service: "
        + "\(said?[ResolveDeferred.outcome]?.rawValue ?? "status \(book.statuses[number])")\(rule)"
    case .open(_, _, let received):
      return "\n    simulator: \(received.surface.rawValue) (\(received.rule))\n    service: "
        + "\(said?[OpenInvite.surface]?.rawValue ?? "status \(book.statuses[number])")\(rule)"
    default:
      return " (status \(book.statuses[number]))"
    }
  }

  private func words(_ credit: CreditStory) -> String {
    let inviter = credit.decision.inviter.map { " person \($0.rawValue)" } ?? ""
    return "\(credit.decision.outcome.rawValue)\(inviter) (\(credit.rule))"
  }

  private var existingUserRule: RuleID {
    PassedOver.existingUser.rule(in: script.profile.attribution.document)
  }

  /// The rules applied to a person's launches.
  func rules(of person: UInt32) -> [String] {
    var rules: [String] = []
    for number in script.numbers[person] ?? [] {
      let said = book.said[number]?[AnswerFields.rule] ?? ""
      switch script.actions[number].deed {
      case .launch(_, _, let credit):
        rules += ["\(credit.rule)"] + credit.passedOver.map { "\($0.rule)" } + [said]
      case .launchAgain: rules += ["\(existingUserRule)", said]
      default: break
      }
    }
    return rules
  }
}
