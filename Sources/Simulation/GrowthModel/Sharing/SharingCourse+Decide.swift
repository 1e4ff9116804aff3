import Invites
import RandomStreams
import Vocabulary

extension SharingCourse {
  /// Whether the person goes on from an open screen to a sheet; decided once.
  mutating func staysForSheet(under model: SharingModel) -> Bool {
    if let proceeds { return proceeds }
    let decision = luck.proceed < model.behaviour.proceed
    proceeds = decision
    return decision
  }

  /// Whether the person tries something of this chance once more.
  mutating func triesAgain(_ probability: Double) -> Bool {
    guard tries < SharingModel.patience else { return false }
    tries += 1
    guard happens(probability) else { return false }
    endsAs = .gaveUp
    return true
  }

  /// Whether the person taps the entry again after a flow without a screen has closed.
  mutating func comesBack(under model: SharingModel) -> Bool {
    guard !result.steps.contains(.completed) else { return false }
    return switch endsAs {
    case .linkFailed: triesAgain(model.behaviour.retry)
    case .cancelled: triesAgain(model.behaviour.again)
    case .completed, .copied, .gaveUp, .offline, .queued, .refused, .notOffered: false
    }
  }

  /// What the person says to the question for contacts, after an explainer or without one.
  ///
  /// One number decides: the first share allows, of the rest some skip and the others deny.
  func answerToExplainer(under model: SharingModel) -> PermissionFlow.Control {
    let behaviour = model.behaviour
    let grant = behaviour.grantWithExplainer
    guard luck.access >= grant else { return .allow }
    return luck.access < grant + (1 - grant) * behaviour.skip ? .skip : .allow
  }

  /// What the system is answered.
  mutating func answerToSystem(under model: SharingModel) -> ContactsAccess {
    let behaviour = model.behaviour
    let isExplained = result.steps.contains(.explained)
    let grant = isExplained ? behaviour.grantWithExplainer : behaviour.grantWithoutExplainer
    // Whoever skipped the explainer and then looks for the list has changed their mind.
    let place = soughtAccess && isExplained ? chance.uniform() : luck.access
    guard place < grant else { return .denied }
    return place < grant * behaviour.limitedGrant ? .limited : .authorized
  }

  /// The contacts that the app may see.
  func visibleContacts(under access: ContactsAccess, under model: SharingModel) -> Int {
    access == .limited ? min(sharer.contacts, model.behaviour.limitedContacts) : sharer.contacts
  }
}
