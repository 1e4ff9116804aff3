import Onboarding
import RandomStreams
import Vocabulary

extension FirstRunCourse {
  /// Ends the sync of contacts if it is due, with its findings.
  mutating func syncIfDue(under model: FirstRunModel) {
    guard let syncEnds, syncEnds <= now else { return }
    self.syncEnds = nil
    send(.sync(.completed), under: model)
    guard newcomer.contacts > 0, finding < model.behaviour.findings else { return }
    send(.found(.dedup), under: model)
    send(.found(.cleanup), under: model)
  }

  /// Shows the first value on the first screen that has it.
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
        send(.sawCard(.dedup), under: model)
      } else if result.journey.found.contains(.cleanup) {
        send(.sawCard(.cleanup), under: model)
      } else if result.journey.found.contains(.checklist) {
        send(.sawCard(.checklist), under: model)
      }
    case .motivatingContentSeen: send(.sawContent, under: model)
    // Only another person's phone can report it, after the first run.
    case .inviteDelivered: break
    }
  }

  /// Takes the primary action of home, a review of contacts; without access the app may ask for it
  /// then.
  mutating func takePrimaryAction(under model: FirstRunModel) {
    send(.tookPrimaryAction, under: model)
    guard !model.rules.permission.mayRead(result.journey.access) else { return }
    let answer = send(.occasion(.actionNeedsContacts), under: model)
    guard answer.actions.contains(.showContactsExplainer) else { return }
    now = now + model.perScreen.time(at: chance.openUniform())
    answerExplainer(at: chance.uniform(), under: model)
  }
}
