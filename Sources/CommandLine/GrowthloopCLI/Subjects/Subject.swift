import Invites
import Profiles

/// A kind of decision that can be asked for from outside, one case a line.
protocol Subject: SendableMetatype {
  static var name: String { get }
  /// What is decided, in one line.
  static var summary: String { get }
  /// The fields of a case and of its answer.
  static var contract: String { get }
  /// One case, on one line.
  static var example: String { get }
  /// Reads a case and decides it; throws every mistake in it.
  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable
}

/// What decisions are taken by.
struct DecisionRules {
  let profile: Profile
  /// Checks signed links; `nil` without a key.
  var signer: (any LinkSigner)?
}

/// Why something was decided, and by which rule.
struct ReasonAnswer: Encodable {
  let reason: String
  let rule: String
  var until: String?
}
