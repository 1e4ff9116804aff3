import Invites
import RandomStreams
import Vocabulary

extension SharingCourse {
  /// Returns whether the member goes on in the same flow after a share.
  mutating func wantsMore(under model: SharingModel) -> Bool {
    model.behaviour.inviteMore > 0 && happens(model.behaviour.inviteMore)
  }

  /// Decides, once per attempt, whether the person continues from an open screen to a sheet.
  mutating func staysForSheet(under model: SharingModel) -> Bool {
    if let proceeds { return proceeds }
    let decision = draws.proceed < model.behaviour.proceed
    proceeds = decision
    return decision
  }

  /// Draws whether the person tries again, with this chance.
  mutating func triesAgain(_ probability: Double) -> Bool {
    guard tries < SharingModel.patience else { return false }
    tries += 1
    guard happens(probability) else { return false }
    endsAs = .gaveUp
    return true
  }

  /// Draws whether the person taps the entry again after a flow without a screen has closed.
  mutating func comesBack(under model: SharingModel) -> Bool {
    guard !result.steps.contains(.completed) else { return false }
    return switch endsAs {
    case .linkFailed: triesAgain(model.behaviour.retry)
    case .cancelled: triesAgain(model.behaviour.again)
    case .completed, .copied, .gaveUp, .offline, .queued, .refused, .notOffered: false
    }
  }

  /// Returns the person's answer to the explainer for contacts.
  ///
  /// One draw decides: the first proportion allows; of the rest some skip and the others deny.
  func answerToExplainer(under model: SharingModel) -> PermissionFlow.Control {
    let behaviour = model.behaviour
    let grant = behaviour.grantWithExplainer
    guard draws.access >= grant else { return .allow }
    return draws.access < grant + (1 - grant) * behaviour.skip ? .skip : .allow
  }

  /// Returns the person's answer to the system's question.
  mutating func answerToSystem(under model: SharingModel) -> ContactsAccess {
    let behaviour = model.behaviour
    let isExplained = result.steps.contains(.explained)
    let grant = isExplained ? behaviour.grantWithExplainer : behaviour.grantWithoutExplainer
    // A person who skipped the explainer and then looks for the list has changed their mind.
    let place = soughtAccess && isExplained ? chance.uniform() : draws.access
    guard place < grant else { return .denied }
    return place < grant * behaviour.limitedGrant ? .limited : .authorized
  }

  /// Returns the number of contacts that the app may read.
  func visibleContacts(under access: ContactsAccess, under model: SharingModel) -> Int {
    access == .limited ? min(sharer.contacts, model.behaviour.limitedContacts) : sharer.contacts
  }
}
