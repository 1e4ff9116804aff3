import GrowthloopModel
import Attribution
import GrowthloopFindings
import Vocabulary

extension RehearsalScript {
  /// The script as JSON Lines: one action per line, with the decision about it.
  public var lines: String {
    actions.enumerated().map { number, action in
      var members: [String: JSONValue] = [
        "number": .integer(Int64(number)), "at": .text(action.at.iso8601),
        "person": .integer(Int64(action.person)), "do": .text(action.deed.word),
        "after": .array(action.after.map { .integer(Int64($0)) }),
      ]
      if let link = action.deed.link { members["link"] = .integer(Int64(link)) }
      switch action.deed {
      case .launch(_, _, let credit):
        members["outcome"] = .text(credit.decision.outcome.rawValue)
        members["inviter"] = credit.decision.inviter.map { .integer(Int64($0.rawValue)) }
        members["rule"] = .text("\(credit.rule)")
      case .open(_, _, let received), .tap(_, _, let received):
        members["surface"] = .text(received.surface.rawValue)
        members["rule"] = .text("\(received.rule)")
      default: break
      }
      return JSONValue.object(members).json + "\n"
    }.joined()
  }
}
