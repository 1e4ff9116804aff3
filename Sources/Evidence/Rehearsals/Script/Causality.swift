import Attribution
import GrowthModel
import Invites
import Profiles
import Vocabulary

/// Finds which actions depend on which: everything else may happen at once.
///
/// What one person does happens in its order. A link exists before anything happens to it. Who deletes an
/// account waits for all that concerns it, and what concerns it later waits for the deletion. Where a
/// link brings only so many, everything about it has its order; where phones are told by their looks,
/// all that comes from one address has.
struct Causality {
  private let linksComeToAnEnd: Bool
  private var latest: [UInt32: Int] = [:]
  private var creations: [Int: Int] = [:]
  private var owners: [Int: UInt32] = [:]
  private var linksTapped: [UInt32: Set<Int>] = [:]
  private var latestOnLink: [Int: Int] = [:]
  private var latestFromAddress: [String: Int] = [:]
  private var inviters: [UInt32: UInt32] = [:]
  /// The actions that concern a person as the inviter, and the deletion of that account.
  private var concerning: [UInt32: [Int]] = [:]
  private var deletions: [UInt32: Int] = [:]

  init(of profile: Profile) {
    linksComeToAnEnd = profile.link.maxAcceptances != nil
  }

  /// Gives each of `actions`, which are in the order of their moments, those that it waits for.
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
    // Whose inviter goes, goes from the invitee's records too.
    if case .deleteAccount = action.deed, let inviter = inviters[action.person] {
      concerning[inviter, default: []].append(number)
      if let deletion = deletions[inviter] { after.insert(deletion) }
    }
  }
}

extension ScriptedAction {
  /// Where a click or a launch comes from, whose order decides what is matched with what.
  fileprivate var address: String? {
    switch deed {
    case .observe(_, let device), .launch(let device, _, _), .launchAgain(let device):
      device.address
    default: nil
    }
  }
}
