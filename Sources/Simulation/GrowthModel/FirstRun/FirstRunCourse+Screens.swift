import Onboarding
import RandomStreams
import Vocabulary

extension FirstRunCourse {
  /// Does what the newcomer does on `screen`.
  mutating func act(
    on screen: JourneyScreen, under model: FirstRunModel,
    using chance: inout some RandomNumberGenerator
  ) {
    switch screen {
    case .appStore, .appClip: tell(.launched, under: model)
    // Nothing in the first run depends on a photo.
    case .welcome, .reasons, .privacy, .name, .photo, .sharing, .syncing:
      tell(.continued, under: model)
    case .account: tell(.account(newcomer.owner), under: model)
    case .phoneNumber: enterNumber(under: model)
    case .code: enterCode(under: model, using: &chance)
    case .explainer: answerExplainer(at: choice[screen], under: model)
    case .username: passOrSkip(choice[screen] < model.behaviour.skipUsername, under: model)
    case .destination: tell(.interacted, under: model)
    case .home:
      if choice[screen] < model.behaviour.act { takePrimaryAction(under: model, using: &chance) }
      isOver = true
    }
  }

  private mutating func passOrSkip(_ skips: Bool, under model: FirstRunModel) {
    if skips, tell(.skipped, under: model).refusal == nil { return }
    tell(.continued, under: model)
  }

  /// Enters the newcomer's number, or at first a wrong one, to which no code comes.
  private mutating func enterNumber(under model: FirstRunModel) {
    let isWrong = codes == 0 && mistyping < model.behaviour.wrongNumber
    let number = NumberKey(rawValue: isWrong ? 1 : 0)
    tell(
      .phone(phone.receive(.enteredNumber(number), at: now, under: model.rules.limits)),
      under: model)
  }

  /// Waits for the code and enters it, at first perhaps a wrong one; asks for another if it is too
  /// old by then.
  private mutating func enterCode(
    under model: FirstRunModel, using chance: inout some RandomNumberGenerator
  ) {
    let limits = model.rules.limits
    codes += 1
    if codes == 1, mistyping < model.behaviour.wrongNumber {
      tell(.phone(phone.receive(.wantsOtherNumber, at: now, under: limits)), under: model)
      return
    }
    var isRight = choice[.code] >= model.behaviour.wrongCode
    for _ in 0..<FirstRunModel.patience {
      now = now + model.codeTime.time(at: chance.openUniform())
      if !isRight {
        tell(.phone(phone.receive(.enteredWrongCode, at: now, under: limits)), under: model)
        isRight = true
      }
      let outcome = phone.receive(.enteredRightCode(newcomer.owner), at: now, under: limits)
      guard tell(.phone(outcome), under: model).refusal == .codeExpired else { return }
      tell(.phone(phone.receive(.askedForNewCode, at: now, under: limits)), under: model)
    }
  }

  /// Answers the explainer, then the system: `place` says who allows, who denies, and who says
  /// "Not now".
  mutating func answerExplainer(at place: Double, under model: FirstRunModel) {
    let behaviour = model.behaviour
    let grant = behaviour.grantWithExplainer
    if place >= grant, place < grant + (1 - grant) * behaviour.notNow {
      tell(.skipped, under: model)
      return
    }
    tell(.continued, under: model)
    let access: ContactsAccess =
      if place < grant * behaviour.limitedGrant {
        .limited
      } else if place < grant {
        .authorized
      } else {
        .denied
      }
    tell(.contacts(access), under: model)
  }
}
