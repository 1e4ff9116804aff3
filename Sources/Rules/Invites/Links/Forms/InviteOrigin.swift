public import Vocabulary

/// The place or moment at which the user began an invite.
///
/// An app needs it to give each invite its context.
public enum InviteOrigin: Hashable, Sendable {
  /// An entry point that is always there.
  case entryPoint(FlowPolicy.EntryPoint)
  /// A prompt of the app.
  case suggestion(PromptTrigger)
}

extension InviteContext {
  /// Creates the context of an invite that began at `origin`.
  ///
  /// An origin that the documents do not place is generic: such an invite reveals nothing about its
  /// sender.
  public init(of origin: InviteOrigin) {
    self =
      switch origin {
      case .suggestion(.keyAction): .achievement
      case .suggestion(.socialContent): .content
      case .suggestion(.emptyState): .collaborative
      case .suggestion(.thirdSession), .suggestion(.dedupReview), .suggestion(.contactThreshold),
        .suggestion(.scoreMilestone), .suggestion(.contactsPermission), .suggestion(.postAction),
        .suggestion(.own1), .suggestion(.own2), .suggestion(.own3), .suggestion(.own4),
        .suggestion(.own5), .suggestion(.own6), .suggestion(.own7):
        .generic
      case .entryPoint: .generic
      }
  }
}

extension LinkRules {
  static let contexts: [Rule] = [
    Rule("P-INV-04", "An invite is generic, or about an achievement, content or collaboration."),
    Rule("P-LNK-04", "A signed link names the context of the invite as ctx."),
    Rule("P-LNK-11", "Where an invite begins decides its context; what is not placed is generic."),
  ]
}

extension InviteLink {
  /// The way a link opens: by the system, which recognises the app's host, or by the app's own
  /// scheme.
  public enum Opening: String, CaseIterable, Sendable, BitwiseCopyable {
    /// An `https` link on the app's host; the default.
    case universalLink
    /// A link under the app's own scheme; the fallback.
    case customScheme
  }

  /// The reason why a link could not be written.
  public enum WritingRefusal: Error, Hashable, Sendable {
    /// The policy asks for links in the signed form, and sets no signature.
    case signatureOff
    /// The policy asks for signed links, and the caller passes no signer.
    case signerMissing

    /// The deciding rule.
    public var rule: RuleID { "P-LNK-06" }
  }

  /// Returns the link of a new invite in the form that `policy` asks for.
  ///
  /// Under the custom scheme a code link has one form only, whichever path the web form has.
  public static func text(
    for code: InviteCode, claiming claims: LinkClaims, under policy: LinkPolicy,
    in app: AppIdentity, opening: Opening = .universalLink, signedBy signer: (any LinkSigner)? = nil
  ) throws(WritingRefusal) -> String {
    let root =
      switch opening {
      case .universalLink: "https://\(app.host)/"
      case .customScheme: "\(app.scheme)://"
      }
    switch (policy.format, opening) {
    case (.pathCode, _), (.shortPathCode, .customScheme):
      return "\(root)\(path)/\(code)"
    case (.shortPathCode, .universalLink):
      return "\(root)\(shortPath)/\(code)"
    case (.signedQuery, _):
      guard policy.signature != nil else { throw .signatureOff }
      guard let signer else { throw .signerMissing }
      let carried = policy.signedQueryCarriesCode == true ? code : nil
      var query = "ref=\(claims.inviter)&ctx=\(claims.context.rawValue)"
      if let content = claims.content { query += "&cid=\(content)" }
      if let carried { query += "&code=\(carried)" }
      let signature = signer.signature(of: claims.signedBytes(with: carried))
      return "\(root)\(path)?\(query)&sig=\(signature.text)"
    }
  }
}

extension InviteLink {
  /// Returns the address of the app's page in its store, with the code as a parameter of it.
  ///
  /// A store page that hands its parameters to the installed app saves it from guessing by the device.
  public static func storeAddress(_ page: String, for code: InviteCode) -> String {
    let parts = page.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? "#\(parts[1])" : ""
    let mark = parts[0].contains("?") ? "&" : "?"
    return "\(parts[0])\(mark)\(Parameter.code.rawValue)=\(code)\(fragment)"
  }
}

extension LinkRules {
  static let writing: [Rule] = [
    Rule("LNK-01", "Rin's link is https://rin.app/invite/ and the code."),
    Rule("P-LNK-02", "The signed link has ref, ctx, cid and sig, in this order, after /invite?."),
    Rule("P-LNK-06", "Signed links are written and believed only with a key."),
    Rule("P-LNK-07", "ref, ctx, cid and the code, if carried, are signed; no change survives."),
    Rule("P-PRV-05", "Without the key a signed link can be neither altered nor forged."),
    Rule("D-LNK-05", "The design's link has the code in its path, after /invite/."),
    Rule("D-SCO-13", "The store's page gets the link's code as a parameter; no page is built."),
    Rule("D-LNK-15", "A plain link with query parameters is one setting away: link.format."),
  ]
}
