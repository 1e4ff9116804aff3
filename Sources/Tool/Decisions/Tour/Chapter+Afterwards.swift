import Invites
import Profiles
import Vocabulary

extension Tour.Chapter {
  /// The chapter after Sam has joined.
  static let afterwards = Tour.Chapter(
    title: "Sam has joined",
    scenes: [
      Tour.scene("his number is verified: are they connected?") { profile in
        let decision = profile.connection.decide(
          ConnectionFacts(inviter: ann, verified: sam, credit: .credited))
        return (word(for: decision), [decision.rule])
      },
      Tour.scene("what Ann hears, and after which step") { profile in
        let facts = JoinFacts(inviter: ann, invitee: sam, inviteeName: "Sam")
        for milestone in JoinMilestone.allCases {
          let decision = profile.notification.decide(
            milestone, at: Tour.start, for: facts, app: profile.app, texts: profile.copy)
          guard case .push(let push) = decision else { continue }
          return ("\(milestone.rawValue): “\(push.text)”", [push.rule])
        }
        return ("nothing", [])
      },
      Tour.scene("what Ann may see of her invites") { profile in
        (profile.visibility.inviterSees.map(\.rawValue).joined(separator: ", "), ["CNF-16"])
      },
      Tour.scene("what accepted means") { profile in
        (profile.metrics.acceptedMeans.rawValue, ["CNF-52"])
      },
    ])

  private static let ann = PrincipalID(rawValue: 1)
  private static let sam = PrincipalID(rawValue: 2)

  private static func word(for decision: ConnectionDecision) -> String {
    switch decision {
    case .connect(let circle): "connected" + (circle.map { " in \($0.rawValue)" } ?? "")
    case .suggest: "the connection is suggested"
    case .alreadyConnected: "they were connected before"
    case .none(let reason): "no: \(reason.rawValue)"
    }
  }
}
