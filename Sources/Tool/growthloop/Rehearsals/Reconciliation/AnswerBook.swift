import Attribution
import GrowthloopModel
import GrowthloopLinkService

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
