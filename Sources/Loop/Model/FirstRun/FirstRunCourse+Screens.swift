import Onboarding
import RandomStreams
import Vocabulary

extension FirstRunCourse {
  /// Sends the newcomer's action on `screen` to the journey.
  mutating func act(on screen: JourneyScreen, under model: FirstRunModel) {
    switch screen {
    case .appStore, .appClip: send(.launched, under: model)
    // The first run does not depend on a photo.
    case .welcome, .reasons, .privacy, .name, .photo, .sharing, .syncing:
      send(.continued, under: model)
    case .account: send(.account(newcomer.owner), under: model)
    case .phoneNumber: enterNumber(under: model)
    case .code: enterCode(under: model)
    case .explainer: answerExplainer(at: choice[screen], under: model)
    case .username: passOrSkip(choice[screen] < model.behaviour.skipUsername, under: model)
    case .destination: send(.interacted, under: model)
    case .home:
      if choice[screen] < model.behaviour.act { takePrimaryAction(under: model) }
      isOver = true
    }
  }

  private mutating func passOrSkip(_ skips: Bool, under model: FirstRunModel) {
    if skips, send(.skipped, under: model).refusal == nil { return }
    send(.continued, under: model)
  }

  /// Enters the newcomer's number, or at first a wrong one, which receives no code.
  private mutating func enterNumber(under model: FirstRunModel) {
    let isWrong = codes == 0 && mistyping < model.behaviour.wrongNumber
    let number = NumberKey(rawValue: isWrong ? 1 : 0)
    send(
      .phone(phone.receive(.enteredNumber(number), at: now, under: model.rules.limits)),
      under: model)
  }

  /// Waits for the code and enters it, possibly a wrong one first; requests another code if it has
  /// expired.
  private mutating func enterCode(under model: FirstRunModel) {
    let limits = model.rules.limits
    codes += 1
    if codes == 1, mistyping < model.behaviour.wrongNumber {
      send(.phone(phone.receive(.wantsOtherNumber, at: now, under: limits)), under: model)
      return
    }
    var isRight = choice[.code] >= model.behaviour.wrongCode
    for _ in 0..<FirstRunModel.patience {
      now = now + model.codeTime.time(at: chance.openUniform())
      if !isRight {
        send(.phone(phone.receive(.enteredWrongCode, at: now, under: limits)), under: model)
        isRight = true
      }
      let outcome = phone.receive(.enteredRightCode(newcomer.owner), at: now, under: limits)
      guard send(.phone(outcome), under: model).refusal == .codeExpired else { return }
      send(.phone(phone.receive(.askedForNewCode, at: now, under: limits)), under: model)
    }
  }

  /// Answers the explainer, then the system; `place` selects a grant, a denial or "Not now".
  mutating func answerExplainer(at place: Double, under model: FirstRunModel) {
    let behaviour = model.behaviour
    let grant = behaviour.grantWithExplainer
    if place >= grant, place < grant + (1 - grant) * behaviour.notNow {
      send(.skipped, under: model)
      return
    }
    send(.continued, under: model)
    let access: ContactsAccess =
      if place < grant * behaviour.limitedGrant {
        .limited
      } else if place < grant {
        .authorized
      } else {
        .denied
      }
    send(.contacts(access), under: model)
  }
}
