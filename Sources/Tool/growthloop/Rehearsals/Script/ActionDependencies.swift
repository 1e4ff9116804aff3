import Attribution
import GrowthloopModel
import Invites
import Profiles
import Vocabulary

/// The dependencies between actions; independent actions may run concurrently.
///
/// One person's actions keep their order. A link's creation comes before its other actions. A
/// deletion waits for all earlier actions on the account, and later ones wait for the deletion.
/// Actions on a link with a limit keep their order, as do those from one address.
struct ActionDependencies {
  private let linksComeToAnEnd: Bool
  private var latest: [UInt32: Int] = [:]
  private var creations: [Int: Int] = [:]
  private var owners: [Int: UInt32] = [:]
  private var linksTapped: [UInt32: Set<Int>] = [:]
  private var latestOnLink: [Int: Int] = [:]
  private var latestFromAddress: [String: Int] = [:]
  private var inviters: [UInt32: UInt32] = [:]
  /// The actions that concern a person as the inviter.
  private var concerning: [UInt32: [Int]] = [:]
  private var deletions: [UInt32: Int] = [:]

  init(of profile: Profile) {
    linksComeToAnEnd = profile.link.maxAcceptances != nil
  }

  /// Returns `actions`, ordered by moment, with the numbers of those each depends on.
  consuming func order(_ actions: [ScriptedAction]) -> [ScriptedAction] {
    var actions = actions
    for number in actions.indices {
      var after = Set<Int>()
      let action = actions[number]
      if let earlier = latest.updateValue(number, forKey: action.person) { after.insert(earlier) }
      noteLinks(of: action, number, &after)
      noteInviters(of: action, number, &after)
      if let address = action.address,
        let earlier = latestFromAddress.updateValue(number, forKey: address)
      {
        after.insert(earlier)
      }
      after.remove(number)
      actions[number].after = after.sorted()
    }
    return actions
  }

  private mutating func noteLinks(
    of action: ScriptedAction, _ number: Int, _ after: inout Set<Int>
  ) {
    if let link = action.deed.link {
      if let creation = creations[link] {
        after.insert(creation)
      } else {
        creations[link] = number
        owners[link] = action.person
      }
      linksTapped[action.person, default: []].insert(link)
    }
    guard linksComeToAnEnd else { return }
    let concerned =
      switch action.deed {
      case .launch, .accept, .signUp: linksTapped[action.person] ?? []
      default: Set(action.deed.link.map { [$0] } ?? [])
      }
    for link in concerned {
      if let earlier = latestOnLink.updateValue(number, forKey: link) { after.insert(earlier) }
    }
  }

  private mutating func noteInviters(
    of action: ScriptedAction, _ number: Int, _ after: inout Set<Int>
  ) {
    var concerned: Set<UInt32> = []
    switch action.deed {
    case .deleteAccount:
      after.formUnion(concerning[action.person] ?? [])
      deletions[action.person] = number
    case .launch(_, _, let credit):
      concerned.formUnion(credit.clicks.map { UInt32($0.inviter.rawValue) })
      concerned.formUnion(linksTapped[action.person, default: []].compactMap { owners[$0] })
      inviters[action.person] = credit.decision.inviter.map { UInt32($0.rawValue) }
    case .signUp, .accept, .completeOnboarding, .seeValue:
      if let inviter = inviters[action.person] { concerned.insert(inviter) }
    default:
      if let owner = action.deed.link.flatMap({ owners[$0] }) { concerned.insert(owner) }
    }
    for person in concerned where person != action.person {
      concerning[person, default: []].append(number)
      if let deletion = deletions[person] { after.insert(deletion) }
    }
    // A deletion of the inviter changes the invitee's records too.
    if case .deleteAccount = action.deed, let inviter = inviters[action.person] {
      concerning[inviter, default: []].append(number)
      if let deletion = deletions[inviter] { after.insert(deletion) }
    }
  }
}

extension ScriptedAction {
  /// The address of a click or a launch; their order decides the matching.
  fileprivate var address: String? {
    switch deed {
    case .observe(_, let device), .launch(let device, _, _), .launchAgain(let device):
      device.address
    default: nil
    }
  }
}
