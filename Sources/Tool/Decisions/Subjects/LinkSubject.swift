import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `links`: the text of an invite's link.
enum LinkSubject: Subject {
  static let name = "links"
  static let summary = "the text of an invite's link, in the form of the settings"
  static let example = """
    {"id": 1, "code": "a3Xk9m2Q", "inviter": "u-7", "context": "content", "content": "c9"}
    """
  static let contract = """
    A case:  {"id", "code", "inviter", "context"?, "content"?, "opening"?}
      inviter, content  ids without meaning outside, which a signed link carries
      context  \(words(of: InviteContext.self, at: 11))
               generic by default
      opening  \(words(of: InviteLink.Opening.self, at: 11))
               universalLink by default
    Answer:  {"id", "decision": "written" | "refused", "link"?, "characters"?, "because"?, "rule"}
      because  signerMissing: a signed link needs a key, \(DecisionRules.keyOption) or
               \(DecisionRules.keyVariable)
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var link: String?
    var characters: Int?
    var because: String?
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let code = reader.inviteCode("code")
    let inviter = reader.opaqueID("inviter")
    let context = reader.choice("context", InviteContext.self, otherwise: .generic)
    let content = reader.has("content") ? reader.opaqueID("content") : nil
    let opening = reader.choice("opening", InviteLink.Opening.self, otherwise: .universalLink)
    try reader.finish()
    guard let code, let inviter else { preconditionFailure("a missing field has thrown") }

    let policy = rules.profile.link
    do throws(InviteLink.WritingRefusal) {
      let link = try InviteLink.text(
        for: code, claiming: LinkClaims(inviter: inviter, context: context, content: content),
        under: policy, in: rules.profile.app, opening: opening, signedBy: rules.signer)
      return Answer(
        id: id, decision: "written", link: link, characters: link.count,
        rule: policy.format == .signedQuery ? "P-LNK-02" : "CNF-03")
    } catch {
      return Answer(
        id: id, decision: "refused", because: "\(error)", rule: error.rule.description)
    }
  }
}

extension CaseReader {
  /// Reads a code of eight letters or digits.
  func inviteCode(_ key: String) -> InviteCode? {
    required(key, "must be eight letters or digits") { value in
      guard case .text(let text) = value else { return nil }
      return try? InviteCode(parsing: text)
    }
  }

  fileprivate func opaqueID(_ key: String) -> OpaqueID? {
    required(key, "must be 1 to \(OpaqueID.longest) letters, digits, '_' or '-'") { value in
      guard case .text(let text) = value else { return nil }
      return OpaqueID(text)
    }
  }
}
