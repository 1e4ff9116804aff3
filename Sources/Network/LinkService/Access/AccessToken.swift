internal import Invites
public import Secrets
public import Vocabulary

/// Who calls.
public enum Caller: Hashable, Sendable {
  /// The app of a user, who may do what concerns that user.
  case user(PrincipalID)
  /// The app's own backend, which may act for every user.
  case backend
}

/// What a bearer token says: who calls, and until when that is so.
public struct AccessToken: Hashable, Sendable {
  public let caller: Caller
  public let expiresAt: Instant

  public init(for caller: Caller, until expiresAt: Instant) {
    self.caller = caller
    self.expiresAt = expiresAt
  }
}

/// Makes and checks bearer tokens: `user.UUID.seconds.signature` or `backend.seconds.signature`.
public struct TokenAuthority: Sendable {
  private let secret: Secret

  public init(_ secret: Secret) {
    self.secret = secret
  }

  /// Writes a token; it holds to the whole second.
  public func text(of token: AccessToken) -> String {
    let seconds = token.expiresAt.milliseconds / 1_000
    let claims =
      switch token.caller {
      case .user(let id): "user.\(OpaqueID(id)).\(seconds)"
      case .backend: "backend.\(seconds)"
      }
    return "\(claims).\(signature(of: claims))"
  }

  /// Returns what a token says; `nil` unless it was made here and holds at `now`.
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
  /// A moment in seconds; `nil` for one that lies beyond all that can be reckoned with.
  fileprivate init?(seconds: Int64) {
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !isTooLarge else { return nil }
    self.init(milliseconds: milliseconds)
  }
}
