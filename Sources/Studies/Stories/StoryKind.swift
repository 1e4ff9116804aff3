import Attribution
public import GrowthloopModel
import Invites
import Onboarding
import Profiles
import Prompts
import Vocabulary

/// A kind of event for which stories can be searched.
public struct StoryKind: Sendable {
  public let name: String
  /// The events of the kind, in words.
  public let meaning: String
  /// The details that may follow the name after a colon; empty where none may.
  public let details: [String]
  /// Whether a detail is required.
  public let needsDetail: Bool
  /// Returns whether an event is of this kind, and of the detail at this place.
  let matches: @Sendable (StoryEvent, Int?) -> Bool

  /// Every kind, in the order of the help text.
  public static let all: [StoryKind] = [
    kind("suppressed", "a prompt that was withheld, for that reason", PromptSuppression.self) {
      guard case .prompt(let decision, _) = $0 else { return false }
      return $1.map { decision.suppressions.contains($0) } ?? !decision.isShown
    },
    kind("shown", "a prompt that was shown, at that moment of value", PromptTrigger.self) {
      guard case .prompt(let decision, _) = $0 else { return false }
      return decision.isShown && decision.trigger == $1 ?? decision.trigger
    },
    kind("answered", "what became of a card", PromptAnswer.self) {
      guard case .answered(let answer) = $0 else { return false }
      return answer == $1 ?? answer
    },
    kind("shared", "an attempt to share, that ended so", SharingAttempt.Ending.self) {
      guard case .shared(let story) = $0 else { return false }
      return story.attempt.ending == $1 ?? story.attempt.ending
    },
    kind("tapped", "a link that they tapped, and that met this", ReceiptReason.self) {
      guard case .tapped(_, let received) = $0 else { return false }
      return received.because == $1 ?? received.because
    },
    credit("credited", "an arrival with a credited inviter") { $0.credited != nil },
    credit("wrongly-credited", "an arrival credited to an inviter other than the sender") {
      $0.verdict == .wrong
    },
    credit("stolen", "an organic arrival, credited to an inviter") {
      $0.verdict == .stolen
    },
    credit("lost", "an arrival by an invite, without credit") { $0.verdict == .lost },
    credit("conflict", "an arrival for which clicks of several inviters compete") {
      $0.isConflict
    },
    kind("left", "a first run that was left, at that screen", JourneyScreen.self) {
      guard case .firstRun(let story) = $0, let screen = story.leftAt else { return false }
      return screen == $1 ?? screen
    },
    kind("connection", "a decision about connecting, as it was made", ConnectionWord.self) {
      guard case .connection(_, let decision) = $0 else { return false }
      return $1.map { $0 == ConnectionWord(decision) } ?? true
    },
    plain("joined", "an inviter, when a newcomer joins by an invite or by credit") {
      if case .joined = $0 { true } else { false }
    },
    plain("returned", "a session caused by a notification of a newcomer") {
      if case .session(_, _, isReturn: true) = $0 { true } else { false }
    },
    plain("deleted", "an account that was deleted") {
      if case .deletedAccount = $0 { true } else { false }
    },
    rule,
  ]
}

extension StoryKind {
  /// Returns a kind whose details are the cases of an enumeration.
  private static func kind<Detail: CaseIterable & Sendable>(
    _ name: String, _ meaning: String, _ details: Detail.Type,
    _ matches: @escaping @Sendable (StoryEvent, Detail?) -> Bool
  ) -> StoryKind {
    let cases = Array(Detail.allCases)
    return StoryKind(
      name: name, meaning: meaning, details: cases.map { "\($0)" }, needsDetail: false
    ) { event, place in matches(event, place.map { cases[$0] }) }
  }

  private static func plain(
    _ name: String, _ meaning: String, _ matches: @escaping @Sendable (StoryEvent) -> Bool
  ) -> StoryKind {
    StoryKind(name: name, meaning: meaning, details: [], needsDetail: false) { event, _ in
      matches(event)
    }
  }

  private static func credit(
    _ name: String, _ meaning: String, _ matches: @escaping @Sendable (CreditStory) -> Bool
  ) -> StoryKind {
    plain(name, meaning) {
      guard case .credit(let story) = $0 else { return false }
      return matches(story)
    }
  }

  private static let rule: StoryKind = {
    let ids = RuleBook.all.map(\.id)
    return StoryKind(
      name: "rule", meaning: "a decision to which that rule applied",
      details: ids.map(\.description), needsDetail: true
    ) { event, place in place.map { event.rules.contains(ids[$0]) } ?? false }
  }()
}

/// A decision about connecting, without its particulars.
enum ConnectionWord: CaseIterable {
  case connected, suggested, alreadyConnected, refused

  init(_ decision: ConnectionDecision) {
    self =
      switch decision {
      case .connect: .connected
      case .suggest: .suggested
      case .alreadyConnected: .alreadyConnected
      case .none: .refused
      }
  }
}

/// A search of the stories of all people: a kind of event, with an optional detail.
public struct StoryQuery: Sendable {
  public let kind: StoryKind
  private let detail: Int?

  /// An error in the text of a query.
  public enum Mistake: Error, Sendable {
    case unknownKind(String)
    case unknownDetail(String, of: StoryKind)
    case missingDetail(of: StoryKind)
  }

  /// Parses `KIND` or `KIND:DETAIL`, such as `suppressed:recentShare`.
  public init(_ text: String) throws(Mistake) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = StoryKind.all.first(where: { $0.name == parts[0] }) else {
      throw .unknownKind(String(parts[0]))
    }
    self.kind = kind
    guard parts.count == 2 else {
      if kind.needsDetail { throw .missingDetail(of: kind) }
      detail = nil
      return
    }
    guard let place = kind.details.firstIndex(of: String(parts[1])) else {
      throw .unknownDetail(String(parts[1]), of: kind)
    }
    detail = place
  }

  public func matches(_ event: StoryEvent) -> Bool { kind.matches(event, detail) }
}

extension StoryQuery: CustomStringConvertible {
  public var description: String {
    detail.map { "\(kind.name):\(kind.details[$0])" } ?? kind.name
  }
}
