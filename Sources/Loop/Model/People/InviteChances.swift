import Invites
import RandomStreams
import Vocabulary

/// The chances that an invite is tapped and that the tap leads to an install: by who sent it, by what
/// it is, and by how many the recipient had before.
struct InviteChances: Sendable {
  /// Whether all invites have the same chance.
  let areAlike: Bool
  /// Whether the chance depends on the invites that the recipient had before.
  let countInvites: Bool
  /// The chance of a tap by each recipient, where it is the same.
  let tap: Double

  private let taps, installs: SpreadChance
  /// By the packed origin of an invite.
  private let logOddsOfOrigin: [Double]
  private let logOddsByName: Double
  /// By the number of the invite among those to its recipient, from 0; the last is for all later.
  private let logOddsOfRepeat: [Double]
  private let people: RandomStream

  init(_ recipients: Recipients, people: RandomStream) {
    self.people = people
    tap = recipients.tap
    taps = recipients.spreadTap
    installs = recipients.spreadInstall
    logOddsByName = Double.log(recipients.byNameOdds)
    logOddsOfRepeat = recipients.repeatOdds.map { Double.log($0) }
    countInvites = !recipients.repeatOdds.isEmpty
    let factors = recipients.oddsByOrigin
    logOddsOfOrigin = factors.map { Double.log($0) }
    areAlike =
      recipients.inviterSpread == 0 && recipients.byNameOdds == 1 && !countInvites
      && factors.allSatisfy { $0 == 1 }
  }

  /// Returns the chance that a recipient taps; `earlier` are the invites that they had before.
  func tap(
    from inviter: PersonNumber, _ origin: Origin, isByName: Bool, after earlier: Int = 0
  ) -> Double {
    guard !areAlike else { return tap }
    var logOdds = logOddsOfOrigin[Int(origin.packed)]
    if isByName { logOdds += logOddsByName }
    if countInvites { logOdds += logOddsOfRepeat[min(earlier, logOddsOfRepeat.count - 1)] }
    return taps.chance(at: deviate(of: inviter), logOdds: logOdds)
  }

  /// Returns the chance that a tap leads to an install.
  @inline(__always)
  func install(from inviter: PersonNumber) -> Double {
    installs.spread == 0 ? installs.mean : installs.chance(at: deviate(of: inviter))
  }

  /// How well the inviter invites: a standard normal deviate.
  private func deviate(of inviter: PersonNumber) -> Double {
    taps.spread == 0 ? 0 : Double.normalQuantile(people.openUniform(inviter | 1 << 41))
  }
}

extension Recipients {
  /// The factors on the odds of a tap, by the packed origin of an invite.
  fileprivate var oddsByOrigin: [Double] {
    var odds = [Double](repeating: 1, count: Int(UInt8.max) + 1)
    let targets = [nil] + ShareTarget.allCases.map { Optional($0) }
    for target in targets {
      let ofChannel = target.map { channelOdds[$0] } ?? 1
      for way in Origin.Way.allCases {
        odds[Int(Origin(target, by: .way(way)).packed)] = ofChannel
      }
      for trigger in PromptTrigger.allCases {
        odds[Int(Origin(target, by: .prompt(trigger)).packed)] = ofChannel * triggerOdds[trigger]
      }
    }
    return odds
  }
}
