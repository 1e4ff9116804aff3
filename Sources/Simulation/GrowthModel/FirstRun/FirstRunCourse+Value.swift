import Onboarding
import RandomStreams
import Vocabulary

extension FirstRunCourse {
  /// Lets the sync of contacts end, if its time has come, with what it found.
  mutating func syncIfDue(under model: FirstRunModel) {
    guard let syncEnds, syncEnds <= now else { return }
    self.syncEnds = nil
    tell(.sync(.completed), under: model)
    guard newcomer.contacts > 0, finding < model.behaviour.findings else { return }
    tell(.found(.dedup), under: model)
    tell(.found(.cleanup), under: model)
  }

  /// Shows what counts as first value, as soon as a screen has it.
  mutating func showValue(under model: FirstRunModel) {
    guard !result.journey.milestones.contains(.firstValueSeen) else { return }
    switch result.journey.screen {
    case .syncing, .destination, .home: break
    case .appStore, .appClip, .welcome, .reasons, .privacy, .account, .phoneNumber, .code,
      .explainer, .name, .photo, .username, .sharing:
      return
    }
    switch model.rules.firstValue {
    case .firstValueCardShown:
      if result.journey.found.contains(.dedup) {
        tell(.sawCard(.dedup), under: model)
      } else if result.journey.found.contains(.cleanup) {
        tell(.sawCard(.cleanup), under: model)
      } else if result.journey.found.contains(.checklist) {
        tell(.sawCard(.checklist), under: model)
      }
    case .motivatingContentSeen: tell(.sawContent, under: model)
    // Only a friend's phone can tell; the journey hears of it later.
    case .inviteDelivered: break
    }
  }

  /// Reviews the contacts, as home invites to do; without access this is an occasion to ask for it.
  mutating func takePrimaryAction(
    under model: FirstRunModel, using chance: inout some RandomNumberGenerator
  ) {
    tell(.tookPrimaryAction, under: model)
    guard !model.rules.permission.mayRead(result.journey.access) else { return }
    let answer = tell(.occasion(.actionNeedsContacts), under: model)
    guard answer.actions.contains(.showContactsExplainer) else { return }
    now = now + model.perScreen.time(at: chance.openUniform())
    answerExplainer(at: chance.uniform(), under: model)
  }
}
