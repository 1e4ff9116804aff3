import Onboarding
import RandomStreams
import Vocabulary

/// A first run in progress: the time, the draws, and the newcomer's journey.
struct FirstRunCourse {
  let newcomer: Newcomer
  let start: Instant
  /// Draws for leaving at a screen, for the time on it, and for the choice on it.
  var leaving: ScreenDraws
  var pace: ScreenDraws
  var choice: ScreenDraws
  /// Draws for accepting the connection, for findings of the sync, and for mistyping the number.
  let accepting: Double
  let finding: Double
  let mistyping: Double
  let syncPace: Double
  /// Gives further numbers, where a question is asked again.
  var chance: Draw
  var now: Instant
  var result: FirstRunWalk
  var phone = PhoneVerification()
  var syncEnds: Instant?
  /// Whether the newcomer accepted a connection that was offered before the account exists.
  var wantsConnection = false
  /// The number of codes that the newcomer has waited for.
  var codes = 0
  var isOver = false
  var trace: JourneyTrace?

  init(of newcomer: Newcomer, at now: Instant, by draw: Draw) {
    self.newcomer = newcomer
    start = now
    self.now = now
    leaving = ScreenDraws(draw, from: 0)
    pace = ScreenDraws(draw, from: ScreenDraws.blocks)
    choice = ScreenDraws(draw, from: 2 * ScreenDraws.blocks)
    chance = draw
    chance.skip(toBlock: 3 * ScreenDraws.blocks)
    accepting = chance.uniform()
    finding = chance.uniform()
    mistyping = chance.uniform()
    syncPace = chance.openUniform()
    result = FirstRunWalk(journey: Journey(isInvited: newcomer.isInvited))
  }

  /// Plays screen after screen, until home or until the newcomer leaves, and passes each to `look`.
  mutating func run(under model: FirstRunModel, look: (JourneyScreen, Instant) -> Void) {
    send(.installed, under: model)
    send(.launched, under: model)
    while !isOver, result.inputs < FirstRunModel.mostInputs {
      let screen = result.journey.screen
      let before = result.journey
      look(screen, now)
      note(screen)
      now = now + model.perScreen.time(at: pace[screen])
      if leaving[screen] < model.drop(at: screen, isInvited: newcomer.isInvited) {
        result.hasLeft = true
        return
      }
      syncIfDue(under: model)
      showValue(under: model)
      act(on: screen, under: model)
      // A newcomer who makes no progress leaves.
      if !isOver, result.journey == before {
        result.hasLeft = true
        return
      }
    }
  }

  private mutating func note(_ screen: JourneyScreen) {
    result.screens.insert(screen)
    if screen == .explainer { result.wasExplained = true }
  }

  /// Sends an input to the journey, and records its answer.
  @discardableResult
  mutating func send(_ input: Journey.Input, under model: FirstRunModel) -> JourneyAnswer {
    result.inputs += 1
    let answer = result.journey.receive(input, under: model.rules)
    let after = now - start
    if result.signedUpAfter == nil,
      !result.milestones.isDisjoint(with: [.signedUp, .signedIn])
    {
      result.signedUpAfter = after
    }
    // Most inputs only lead to the next screen.
    if answer.events.isEmpty, answer.onlyShowsScreen, !wantsConnection { return answer }
    trace?.log(answer.events, at: now)
    if answer.events.contains(.onboardingCompleted) { result.completedAfter = after }
    if answer.events.contains(.firstValueSeen) { result.firstValueAfter = after }
    if answer.actions.contains(.showContactsExplainer) { result.wasExplained = true }
    if answer.actions.contains(.requestContacts) { result.wasAsked = true }
    if answer.actions.contains(.assignUsername) { result.hasGeneratedUsername = true }
    if answer.actions.contains(.startSync) {
      syncEnds = now + model.syncTime.time(at: syncPace)
    }
    if answer.actions.contains(.connectInviter) {
      result.connection = .automatic
      result.connectionAfter = after
      wantsConnection = true
    }
    if answer.actions.contains(.offerConnection), result.connection == .none {
      result.connectionAfter = after
      wantsConnection = accepting < model.behaviour.acceptConnection
      result.connection = wantsConnection ? .accepted : .offered
    }
    if wantsConnection, result.journey.milestones.contains(.signedUp) {
      wantsConnection = false
      send(.connected, under: model)
    }
    return answer
  }

  func finish() -> FirstRunWalk {
    var result = result
    result.took = (now - start).wholeSecondsUp
    return result
  }
}

extension JourneyAnswer {
  /// Whether the screen is all that changes.
  fileprivate var onlyShowsScreen: Bool {
    // Unlike an array literal, this is a constant to the compiler.
    var screen = SmallSet<JourneyAction>()
    screen.insert(.showScreen)
    return actions == screen
  }
}

/// The events that a journey reported; recorded only for an observer.
final class JourneyTrace {
  private(set) var events: [TimedStep<JourneyEvent>] = []

  func log(_ events: SmallSet<JourneyEvent>, at moment: Instant) {
    for event in JourneyEvent.allCases where events.contains(event) {
      self.events.append(TimedStep(step: event, at: moment))
    }
  }
}

extension Interval {
  /// The interval in whole seconds, rounded up.
  var wholeSecondsUp: Interval { .seconds((milliseconds + 999) / 1_000) }
}

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

/// One draw from 0 up to 1 for each screen, made when the screen is reached.
///
/// Policies that order or choose screens differently share the draw of each screen.
struct ScreenDraws: BitwiseCopyable {
  /// The blocks of all screens.
  static let blocks: UInt32 = 4

  private let draw: Draw
  private let first: UInt32
  /// The block of the screen reached last, and its number among those of all screens.
  private var words = Philox.Words(0, 0, 0, 0)
  private var number = UInt32.max

  /// The blocks of `draw` from number `first` on are those of the screens.
  init(_ draw: Draw, from first: UInt32) {
    self.draw = draw
    self.first = first
  }

  /// The draw of `screen`, above 0 and below 1, in steps of 2^-32.
  subscript(screen: JourneyScreen) -> Double {
    mutating get {
      let wanted = UInt32(screen.ordinal / 4)
      if wanted != number {
        words = draw.words(first + wanted)
        number = wanted
      }
      let uniforms = words.openUniforms
      return switch screen.ordinal % 4 {
      case 0: uniforms.0
      case 1: uniforms.1
      case 2: uniforms.2
      default: uniforms.3
      }
    }
  }
}
