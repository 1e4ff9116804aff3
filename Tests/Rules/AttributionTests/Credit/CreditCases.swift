import TestSupport
import Attribution
import Vocabulary

/// Someone who installed on day 10 and launched the app at once.
let newcomer = Arrival(principal: PrincipalID(rawValue: 0), installedAt: noon(10))

func person(_ number: UInt64) -> PrincipalID { PrincipalID(rawValue: number) }

/// A click on a valid link of an active inviter.
func click(
  _ sequence: UInt64, at: Instant, by inviter: UInt64, link: LinkStanding = .valid,
  state: AccountState = .active
) -> Click {
  Click(
    sequence: sequence, at: at, inviter: person(inviter), link: link, inviterState: state)
}

extension AttributionPolicy {
  /// The policy with one thing changed.
  func with(_ change: (inout AttributionPolicy) -> Void) -> AttributionPolicy {
    var policy = self
    change(&policy)
    return policy
  }

  /// Why each click that does not decide was passed over, by its number.
  func reasons(_ clicks: [Click], for arrival: Arrival = newcomer) -> [UInt64: PassedOver] {
    Dictionary(
      uniqueKeysWithValues: passedOver(clicks, for: arrival).map { ($0.sequence, $0.because) })
  }
}
