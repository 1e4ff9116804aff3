import GrowthloopModel
import Invites
import Profiles
import RandomStreams
import TestSupport
import Vocabulary

/// Everything goes well: nobody hesitates, nothing fails.
let smooth: Sharing = {
  var behaviour = Sharing()
  behaviour.proceed = 1
  behaviour.complete = 1
  behaviour.copy = 0
  behaviour.linkFailure = 0
  behaviour.offline = 0
  behaviour.untold = 0
  behaviour.recipients = 1.5
  behaviour.grantWithExplainer = 1
  behaviour.contactsFailure = 0
  behaviour.linkTime = .fixed(.milliseconds(300))
  return behaviour
}()

extension Sharing {
  func with(_ change: (inout Sharing) -> Void) -> Sharing {
    var behaviour = self
    change(&behaviour)
    return behaviour
  }
}

extension Profile {
  func with(_ change: (inout Profile) -> Void) -> Profile {
    var profile = self
    change(&profile)
    return profile
  }

  func sharingModel(_ behaviour: Sharing, zone: CivilZone = .utc) throws -> SharingModel {
    try SharingModel(sharing, calendar: calendar, zone: zone, behaviour: behaviour)
  }
}

extension Sharer {
  /// A member with a phone full of contacts, whom nobody has asked for them yet.
  static let member: Sharer = {
    var sharer = Sharer()
    sharer.contacts = 150
    return sharer
  }()
}

extension SharingModel {
  /// So many first attempts by different people, each with a day's tally of its own.
  func attempts(
    _ count: Int, from entry: FlowPolicy.EntryPoint, by sharer: Sharer = .member, seed: UInt64 = 1
  ) -> [SharingAttempt] {
    let stream = RandomSource(seed: seed).stream(for: DrawPurpose.sharing)
    return (0..<count).map { person in
      var tally = DailyTally()
      var chance = stream[UInt64(person)]
      return attempt(from: entry, by: sharer, at: noon(0), tally: &tally, using: &chance)
    }
  }
}
