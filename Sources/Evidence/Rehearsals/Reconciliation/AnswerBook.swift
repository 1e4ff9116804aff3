import Attribution
import GrowthModel
import JSON

/// What the service said to the actions of a script, held against what was decided in the simulator.
struct AnswerBook {
  let script: Script
  private(set) var statuses: [Int]
  /// What was said in words, where a decision was told.
  private(set) var said: [Int: JSONValue] = [:]
  var reconciliation: Reconciliation

  init(_ script: Script) {
    self.script = script
    reconciliation = script.audit
    statuses = Array(repeating: 0, count: script.actions.count)
  }

  /// Takes an answer, and tells whether the service did what it was asked.
  mutating func take(_ answer: HTTPAnswer, _ told: JSONValue, to number: Int) -> Bool {
    statuses[number] = answer.status
    let action = script.actions[number]
    let isWanted = Self.isWanted(answer.status, to: action.deed)
    reconciliation.compare(
      .requests, of: action.person, "\(action.deed.name): done",
      isWanted
        ? "\(action.deed.name): done"
        : "\(action.deed.name): \(answer.status) \(told["detail"]?.string ?? "")",
      rules: [told["rule"]?.string ?? ""])
    switch action.deed {
    case .launch, .launchAgain, .signUp, .completeOnboarding, .accept: said[number] = told
    case .open(_, _, let received):
      said[number] = told
      let (surface, rule) = (told["surface"]?.string ?? "", told["rule"]?.string ?? "")
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
