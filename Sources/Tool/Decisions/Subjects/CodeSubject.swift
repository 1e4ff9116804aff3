import Vocabulary
import Invites
import GrowthloopFindings
import Profiles

/// The subject `codes`: whether a text is an invite link, and which.
enum CodeSubject: Subject {
  static let name = "codes"
  static let summary = "whether a text is a code or an invite link, in any accepted form"
  static let example = """
    {"id": 1, "text": "a3Xk9m2Q"}
    """
  static let contract = """
    A case:  {"id", "text"}: a code, a path or a whole URL.
    Answer:  {"id", "valid", "form"?, "code"?, "inviter"?, "context"?, "content"?, "because"?,
             "rule"}
      form     \(InviteLink.Form.allCases.map(\.rawValue).joined(separator: " | "))
      inviter  the sender that a signed link names, once its signature is verified
      because  empty, tooLong, whitespace, notASCII, percentEncoding, fragment, insecureScheme,
               foreignScheme, foreignHost, port, userInfo, wrongPath, trailingSlash, extraPath,
               queryOnCodeLink, wrongLength, wrongCharacter, missingParameter, repeatedParameter,
               unknownParameter, notOpaque, unknownContext, badSignature, uncheckedSignature
    Host and scheme are those of the profile, and may be in upper or lower case; all else is exact.
    A signature is the HMAC-SHA256, in 64 lower-case hexadecimal digits, of these lines, each ended
    by a line feed: "growthloop invite 1", "ref=…", "ctx=…", then "cid=…" and "code=…" if the link
    has them.
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let valid: Bool
    var form: String?
    var code: String?
    var inviter: String?
    var context: String?
    var content: String?
    var because: String?
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let text = reader.text("text")
    try reader.finish()
    do {
      let link = try InviteLink(parsing: text, in: rules.profile.app, checkedBy: rules.signer)
      return Answer(
        id: id, valid: true, form: link.form.rawValue, code: link.code?.description,
        inviter: link.claims?.inviter.description, context: link.claims?.context.rawValue,
        content: link.claims?.content?.description, rule: rule(of: link.form))
    } catch {
      return Answer(
        id: id, valid: false, because: error.reason, rule: error.rule.description)
    }
  }

  private static func rule(of form: InviteLink.Form) -> String {
    switch form {
    case .code: "LNK-04"
    case .pathCode: "LNK-01"
    case .shortPathCode: "LNK-16"
    case .customScheme: "P-LNK-01"
    case .signedQuery: "P-LNK-02"
    }
  }
}
