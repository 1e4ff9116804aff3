public import Vocabulary

/// A parsed invite link, in any of its forms.
///
/// There are two kinds: a link that names a record by its code, and a signed one that contains its
/// claims. A signed one has been verified.
public struct InviteLink: Hashable, Sendable {
  /// The form of a link; the parser accepts all of them.
  public enum Form: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The eight characters alone.
    case code
    /// `https://rin.app/invite/{code}`, the same without the scheme, or the path alone.
    case pathCode
    /// `https://rin.app/r/{code}`, the same without the scheme, or the path alone.
    case shortPathCode
    /// `rin://invite/{code}`.
    case customScheme
    /// `https://app.example.com/invite?ref=…&ctx=…&cid=…&sig=…`, also under the custom scheme,
    /// without a scheme, or as a path.
    case signedQuery
  }

  /// The form in which the link was written.
  public let form: Form
  /// The record that the link names; `nil` in a signed link that carries no code.
  public let code: InviteCode?
  /// The claims of a signed link; `nil` in a link that is only a code.
  public let claims: LinkClaims?

  init(_ code: InviteCode, form: Form) {
    self.form = form
    self.code = code
    claims = nil
  }

  init(verified claims: LinkClaims, code: InviteCode?) {
    form = .signedQuery
    self.code = code
    self.claims = claims
  }
}

/// The claims of a signed link about its invite.
public struct LinkClaims: Hashable, Sendable {
  /// The sender, `ref`.
  public var inviter: OpaqueID
  /// The subject of the invite, `ctx`.
  public var context: InviteContext
  /// The content to which the link leads the invitee, `cid`.
  public var content: OpaqueID?

  /// Creates claims; without `content` the link leads to nothing in particular.
  public init(inviter: OpaqueID, context: InviteContext, content: OpaqueID? = nil) {
    self.inviter = inviter
    self.context = context
    self.content = content
  }
}

extension InviteLink {
  /// The longest text that is parsed, in bytes.
  public static let longest = 2_048
  /// The path of invite links, and their host under the custom scheme.
  public static let path = "invite"
  /// The path of short invite links.
  public static let shortPath = "r"

  /// A name in the query of a signed link.
  public enum Parameter: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The sender, as an opaque id.
    case ref
    /// The context of the invite.
    case ctx
    /// The content of the invite, as an opaque id; absent where there is none.
    case cid
    /// The code of the record; written only if the policy asks for it.
    case code
    /// The signature of the other parameters; always written last.
    case sig
  }
}

extension LinkRules {
  static let forms: [Rule] = [
    Rule("LNK-16", "The short form /r/ is read as well as /invite/; each path is one constant.")
  ]
}
