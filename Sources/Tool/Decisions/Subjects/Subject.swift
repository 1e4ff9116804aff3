package import GrowthloopLinkStore
package import Profiles
import Vocabulary

/// A kind of decision that a caller can request, one case a line.
protocol Subject: SendableMetatype {
  static var name: String { get }
  /// The decision, in one line.
  static var summary: String { get }
  /// The fields of a case and of its answer.
  static var contract: String { get }
  /// An example case on one line.
  static var example: String { get }
  /// Returns the settings that the example requires under a profile, as KEY=VALUE.
  static func exampleSettings(under profile: ProfileID) -> [String]
  /// Reads a case and decides it.
  ///
  /// - Throws: `CaseError` with all mistakes.
  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable
}

extension Subject {
  static func exampleSettings(under profile: ProfileID) -> [String] { [] }
}

/// The profile and key by which decisions are made.
package struct DecisionRules {
  package let profile: Profile
  /// The key that checks signed links and hashes persons; `nil` if none was given.
  package var key: SigningKey?

  /// The option that names the key's file.
  package static let keyOption = "--signing-key-file"
  package static let keyVariable = "GROWTHLOOP_SIGNING_KEY"

  package init(profile: Profile, key: SigningKey? = nil) {
    self.profile = profile
    self.key = key
  }

  var signer: HMACLinkSigner? { key.map { HMACLinkSigner(signingWith: $0) } }
}

/// The reason of a decision, and its rule.
struct ReasonAnswer: Encodable {
  let reason: String
  let rule: String
  var until: String?
}
