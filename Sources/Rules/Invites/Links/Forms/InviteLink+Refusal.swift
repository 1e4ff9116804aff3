public import Vocabulary

extension InviteLink {
  /// The reason why a text is no invite link of this app.
  public enum Refusal: Error, Hashable, Sendable {
    /// The text has no characters.
    case empty
    /// The text exceeds the limit.
    case tooLong(bytes: Int)
    /// A space, a tab or a line break, also at either end.
    case whitespace
    /// A character outside of printable ASCII.
    case notASCII
    /// A percent sign: nothing in a link needs encoding.
    case percentEncoding
    /// A number sign, which begins a fragment.
    case fragment
    /// `http` instead of `https`.
    case insecureScheme
    /// A scheme other than `https` and the app's own.
    case foreignScheme
    /// A host other than the app's.
    case foreignHost
    /// The app's host with a port that does not belong to it.
    case port
    /// An at sign in the host, as in `me@rin.app`.
    case userInfo
    /// Neither `/invite` nor `/r`.
    case wrongPath
    /// A slash at the end, after the code or in place of it.
    case trailingSlash
    /// Something follows the code.
    case extraPath
    /// A link that is a code has no query.
    case queryOnCodeLink
    /// The code has the wrong length, or a character that no code has.
    case wrongCode(InviteCode.Refusal)
    /// A signed link lacks the parameter, or leaves its value empty.
    case missing(Parameter)
    /// A signed link has the parameter more than once.
    case repeated(Parameter)
    /// A parameter that no signed link has, or a name without an equals sign.
    case unknownParameter
    /// The value has a character that no opaque id has, or is too long.
    case notOpaque(Parameter)
    /// The value of `ctx` is none of the known contexts.
    case unknownContext
    /// The signature is malformed, or was not made for this link with a known key.
    case badSignature
    /// The parser has no signer to check the signature.
    case uncheckedSignature
  }
}

extension InviteLink.Refusal {
  /// The reason in one word, the same for every place and parameter.
  public var reason: String {
    switch self {
    case .empty: "empty"
    case .tooLong: "tooLong"
    case .whitespace: "whitespace"
    case .notASCII: "notASCII"
    case .percentEncoding: "percentEncoding"
    case .fragment: "fragment"
    case .insecureScheme: "insecureScheme"
    case .foreignScheme: "foreignScheme"
    case .foreignHost: "foreignHost"
    case .port: "port"
    case .userInfo: "userInfo"
    case .wrongPath: "wrongPath"
    case .trailingSlash: "trailingSlash"
    case .extraPath: "extraPath"
    case .queryOnCodeLink: "queryOnCodeLink"
    case .wrongCode(.wrongLength): "wrongLength"
    case .wrongCode(.wrongCharacter): "wrongCharacter"
    case .missing: "missingParameter"
    case .repeated: "repeatedParameter"
    case .unknownParameter: "unknownParameter"
    case .notOpaque: "notOpaque"
    case .unknownContext: "unknownContext"
    case .badSignature: "badSignature"
    case .uncheckedSignature: "uncheckedSignature"
    }
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .wrongCode(let refusal): refusal.rule
    case .whitespace, .notASCII, .percentEncoding: "EDG-10"
    case .missing, .repeated, .unknownParameter: "P-LNK-02"
    case .notOpaque: "P-PRV-04"
    case .unknownContext: "P-LNK-04"
    case .badSignature, .uncheckedSignature: "P-LNK-06"
    case .wrongPath, .trailingSlash, .extraPath: "LNK-16"
    case .empty, .tooLong, .fragment, .insecureScheme, .foreignScheme, .foreignHost, .port,
      .userInfo, .queryOnCodeLink:
      "LNK-01"
    }
  }

  /// The standing of the refused link: unknown or altered.
  ///
  /// The app writes every signed link whole and correct, so an incorrect one has been altered.
  public var standing: InviteLink.Standing {
    switch self {
    case .missing, .repeated, .unknownParameter, .notOpaque, .unknownContext, .badSignature:
      .tampered
    case .empty, .tooLong, .whitespace, .notASCII, .percentEncoding, .fragment, .insecureScheme,
      .foreignScheme, .foreignHost, .port, .userInfo, .wrongPath, .trailingSlash, .extraPath,
      .queryOnCodeLink, .wrongCode, .uncheckedSignature:
      .unknown
    }
  }
}
