internal import Invites
public import GrowthloopTransport
public import Vocabulary

/// The caller of an operation.
public enum Caller: Hashable, Sendable {
  /// The app of a user, which may act for that user.
  case user(PrincipalID)
  /// The app's own backend, which may act for every user.
  case backend
}

/// The content of a bearer token: the caller and the expiry.
public struct AccessToken: Hashable, Sendable {
  public let caller: Caller
  public let expiresAt: Instant

  public init(for caller: Caller, until expiresAt: Instant) {
    self.caller = caller
    self.expiresAt = expiresAt
  }
}

/// A signer of bearer tokens: `user.UUID.seconds.signature` or `backend.seconds.signature`.
public struct TokenAuthority: Sendable {
  private let secret: Secret

  public init(_ secret: Secret) {
    self.secret = secret
  }

  /// Returns the text of a token; its expiry is cut to the whole second.
  public func text(of token: AccessToken) -> String {
    let seconds = token.expiresAt.milliseconds / 1_000
    let claims =
      switch token.caller {
      case .user(let id): "user.\(OpaqueID(id)).\(seconds)"
      case .backend: "backend.\(seconds)"
      }
    return "\(claims).\(signature(of: claims))"
  }

  /// Returns the content of a token; `nil` unless it was signed here and is valid at `now`.
  public func read(_ text: String, at now: Instant) -> AccessToken? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    let claims = String(text[..<dot])
    guard
      areEqualInConstantTime(
        Array(text[dot...].dropFirst().utf8), Array(signature(of: claims).utf8))
    else { return nil }
    let parts = claims.split(separator: ".")
    guard let seconds = parts.last.flatMap({ Int64($0) }),
      let expiresAt = Instant(seconds: seconds),
      now < expiresAt
    else { return nil }
    switch (parts.first, parts.count) {
    case ("backend", 2):
      return AccessToken(for: .backend, until: expiresAt)
    case ("user", 3):
      return OpaqueID(parts[1])?.principal.map { AccessToken(for: .user($0), until: expiresAt) }
    default:
      return nil
    }
  }

  private func signature(of claims: String) -> String {
    secret.authenticationCode(of: Array(claims.utf8)).hexadecimal
  }
}

extension Instant {
  /// A moment in seconds; `nil` on overflow.
  fileprivate init?(seconds: Int64) {
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !isTooLarge else { return nil }
    self.init(milliseconds: milliseconds)
  }
}
