import Attribution
import GrowthloopFindings
package import GrowthloopLinkStore
import Invites
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
  /// Reads a case and decides it.
  ///
  /// - Throws: `CaseError` with all mistakes.
  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable
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

extension Subject {
  /// The maximal width of a contract's line; with its indentation, 100 columns.
  private static var width: Int { 96 }

  /// Returns the words of a choice, broken into lines that all begin at `column`.
  static func words<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type, at column: Int
  ) -> String {
    words(type.allCases.map(\.rawValue), at: column)
  }

  /// Returns `words` joined and broken into lines that all begin at `column`.
  static func words(
    _ words: [String], at column: Int, separatedBy separator: String = " |"
  ) -> String {
    var lines = [""]
    for (place, word) in words.enumerated() {
      let part = place == words.count - 1 ? word : word + separator
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = part
      } else if column + line.count + 1 + part.count <= width {
        lines[lines.count - 1] = line + " " + part
      } else {
        lines.append(part)
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: column))
  }
}

/// The subject `acceptance`: whether one invitee counts as accepted.
enum AcceptanceSubject: Subject {
  static let name = "acceptance"
  static let summary = "whether an invitee counts as accepted, in which sense and when"
  static let example = """
    {"id": 1, "sent": "2026-03-01T09:00:00Z", "signedUp": "2026-03-08T09:00:00Z", \
    "connected": "2026-03-08T09:00:01Z", "completed": "2026-03-08T09:04:00Z"}
    """
  static let contract = """
    A case:  {"id", instants of one invite, each optional:
             \(words(InviteFacts.fields, at: 9, separatedBy: ","))}
    Answer:  {"id", "decision": "accepted" | "notYet" | "tooLate" | "neverSent", "meaning", "at"?,
             "windowEnd"?, "rule"}
      meaning    what accepted means: \(words(of: MetricPolicy.Accepted.self, at: 13))
      windowEnd  if it is too late: the last instant that would have counted
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    let meaning: String
    var at: String?
    var windowEnd: String?
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let facts = InviteFacts(reading: reader)
    try reader.finish()

    let acceptance = rules.profile.metrics.acceptance(of: facts)
    var answer = Answer(
      id: id, decision: word(for: acceptance), meaning: acceptance.meaning.rawValue,
      rule: acceptance.rule.description)
    switch acceptance {
    case .accepted(let at, _): answer.at = at.iso8601
    case .tooLate(let at, let windowEnd, _):
      answer.at = at.iso8601
      answer.windowEnd = windowEnd.iso8601
    case .notYet, .neverSent: break
    }
    return answer
  }

  private static func word(for acceptance: Acceptance) -> String {
    switch acceptance {
    case .accepted: "accepted"
    case .notYet: "notYet"
    case .tooLate: "tooLate"
    case .neverSent: "neverSent"
    }
  }
}

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

/// The subject `preview`: the card that a messaging app draws for a link.
enum PreviewSubject: Subject {
  static let name = "preview"
  static let summary = "the card that a messaging app draws for a link, and what it says of whom"
  static let example = """
    {"id": 1, "senderName": "Bob", "coreActivity": "cleaning up contacts", \
    "avatar": "https://rin.app/avatars/7.png"}
    """
  static let contract = """
    A case:  {"id", "link"?, "sender"?, "senderName"?, "avatar"?, "context"?, "thumbnail"?,
             "coreActivity"?}
      link      valid (default) | unknown | expired | tampered
      sender    active (default) | deleted | suspended; avatar: where it lies
      context   generic (default) | achievement | content | collaborative; thumbnail: of the content
      coreActivity  what people do with the app: the service takes it by --core-activity
    Answer:  {"id", "card": "generic" | "personal" | "none", "openGraph": [{"property",
             "content"}], "rule"}
      card      none where the profile sends a browser to the store, whose card is drawn
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let card: String
    let openGraph: [TagAnswer]
    let rule: String
  }

  private struct TagAnswer: Encodable {
    let property: String
    let content: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let tap = LinkTap(
      opener: .previewFetcher,
      link: reader.choice("link", LinkStanding.self, otherwise: .valid),
      sender: reader.choice("sender", AccountState.self, otherwise: .active))
    let sender = PreviewCard.Sender(
      firstName: reader.optionalText("senderName") ?? "", avatar: reader.optionalText("avatar"),
      account: tap.sender)
    let context = reader.choice("context", InviteContext.self, otherwise: .generic)
    let thumbnail = reader.optionalText("thumbnail")
    let activity = reader.optionalText("coreActivity")
    try reader.finish()

    let profile = rules.profile
    let surface = profile.receipt.decide(
      tap, landing: profile.landing, broken: profile.link.broken
    ).surface
    guard surface != .appStore else {
      return Answer(id: id, card: "none", openGraph: [], rule: "CNF-15")
    }
    let generic = PreviewCard.generic(app: profile.app)
    let card =
      surface == .personalisedPage
      ? PreviewCard.personal(
        from: sender, app: profile.app, context: context, thumbnail: thumbnail,
        coreActivity: activity, socialProofLine: profile.landing.socialProofLine) : generic
    return Answer(
      id: id, card: card == generic ? "generic" : "personal",
      openGraph: card.openGraph(brandedImage: "https://\(profile.app.host)/card.png").map {
        TagAnswer(property: $0.property, content: $0.content)
      }, rule: card.rule.description)
  }
}

/// The subject `reuse`: whether an invite gets a new code or that of the link which the user has.
enum ReuseSubject: Subject {
  static let name = "reuse"
  static let summary = "whether an invite gets a new code, or that of the link which the user has"
  static let example = """
    {"id": 1, "at": "2026-03-01T09:00:00Z", "held": {"code": "a3Xk9m2Q", "isOfThisFlow": false, \
    "isSent": true}}
    """
  static let contract = """
    A case:  {"id", "at", "held"?: {"code", "isOfThisFlow", "isSent", "expiresAt"?}, "wantsNew"?}
      held      the newest link of the user; isOfThisFlow: made since the open flow was entered
      expiresAt the last instant at which the link is valid
      wantsNew  whether the user asks for a new code (false)
    Answer:  {"id", "decision": "mint" | "reuse", "code"?, "because", "rule"}
      because   \(words(of: CodeDecision.MintReason.self, at: 12)) |
                \(words(of: CodeDecision.ReuseReason.self, at: 12))
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var code: String?
    let because: String
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let now = reader.instant("at").moment
    let held = reader.object("held", heldLink).flatMap(\.self)
    let wantsNew = reader.flag("wantsNew", otherwise: false)
    try reader.finish()

    let policy = rules.profile.link
    let decision =
      wantsNew ? policy.decideRefresh(of: held) : policy.decideCode(holding: held, at: now)
    let rule = decision.rule.description
    return switch decision {
    case .mint(let reason):
      Answer(id: id, decision: "mint", because: reason.rawValue, rule: rule)
    case .reuse(let code, let reason):
      Answer(
        id: id, decision: "reuse", code: code.description, because: reason.rawValue, rule: rule)
    }
  }

  private static func heldLink(_ reader: CaseReader) -> HeldLink? {
    let code = reader.inviteCode("code")
    let isOfThisFlow = reader.flag("isOfThisFlow")
    let isSent = reader.flag("isSent")
    let expiresAt = reader.optionalInstant("expiresAt")
    return code.map {
      HeldLink(code: $0, isOfThisFlow: isOfThisFlow, isSent: isSent, expiresAt: expiresAt)
    }
  }
}

/// The subject `sent`: the number of invites that a user's events come to.
enum SentSubject: Subject {
  static let name = "sent"
  static let summary = "how many invites a user sent: shares, records or recipients, and copies"
  static let example = """
    {"id": 1, "events": [{"event": "linkCreated", "entry": "profile"}, \
    {"event": "shared", "entry": "profile", "channel": "whatsapp", "recipients": 3}, \
    {"event": "shared", "entry": "profile"}, {"event": "linkCopied", "entry": "profile"}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"event", …}]}, the events of one user in order, with the names and
             fields of the subject events; those that send nothing change nothing.
    Answer:  {"id", "sent", "unit", "shareCompletions", "inviteRecords", "recipients", "copies",
             "rule"}
      unit      what "sent" counts: \(words(of: MetricPolicy.InviteUnit.self, at: 12)),
                by 'metrics.inviteUnit'; copies are added by 'metrics.copyButtonCountsAsSend'
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let sent: Int
    let unit: String
    let shareCompletions: Int
    let inviteRecords: Int
    let recipients: Int
    let copies: Int
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let events = reader.list("events") { InviteEvent(reading: $0) }
    try reader.finish()

    var counts = SentInvites()
    for event in events { counts.note(event) }
    let policy = rules.profile.metrics
    return Answer(
      id: id, sent: counts.sent(under: policy), unit: policy.inviteUnit.rawValue,
      shareCompletions: counts.shareCompletions, inviteRecords: counts.inviteRecords,
      recipients: counts.recipients, copies: counts.copies, rule: "CNF-06")
  }
}
