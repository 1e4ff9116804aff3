import Attribution
import GrowthloopModel
import Profiles
import GrowthloopLinkService
import Vocabulary

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
