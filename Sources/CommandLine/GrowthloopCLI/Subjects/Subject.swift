import LinkSigning
import Profiles
import Vocabulary

/// A kind of decision that can be asked for from outside, one case a line.
protocol Subject: SendableMetatype {
  static var name: String { get }
  /// What is decided, in one line.
  static var summary: String { get }
  /// The fields of a case and of its answer.
  static var contract: String { get }
  /// One case, on one line.
  static var example: String { get }
  /// The settings without which the example has no answer under a profile, as KEY=VALUE.
  static func exampleSettings(under profile: ProfileID) -> [String]
  /// Reads a case and decides it; throws every mistake in it.
  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable
}

extension Subject {
  static func exampleSettings(under profile: ProfileID) -> [String] { [] }
}

/// What decisions are taken by.
struct DecisionRules {
  let profile: Profile
  /// Checks signed links and hashes persons; `nil` if none was given.
  var key: SigningKey?

  var signer: HMACLinkSigner? { key.map { HMACLinkSigner(signingWith: $0) } }
}

/// Why something was decided, and by which rule.
struct ReasonAnswer: Encodable {
  let reason: String
  let rule: String
  var until: String?
}
