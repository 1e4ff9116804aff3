import Foundation
import Invites
import GrowthloopFindings
import GrowthloopTransport
import Synchronization
import TestSockets
import TestSupport
import Vocabulary

@testable import GrowthloopLinkService

/// What a service has acknowledged, as its clients remember it.
struct Acknowledged {
  /// The code of each invite, by who asked for it.
  var invites: [PrincipalID: String] = [:]
  /// Codes that were tapped, once each.
  var taps: Set<String> = []
  /// Who accepted which code.
  var acceptances: [PrincipalID: String] = [:]
  /// The email addresses that were left.
  var addresses: Set<String> = []

  var count: Int { invites.count + taps.count + acceptances.count + addresses.count }
}

/// Creates, taps and accepts without a pause until the service is gone.
final class TortureClient: Sendable {
  let acknowledged = Guarded(Acknowledged())
  private let token: String
  private let users = Atomic<UInt64>(1)

  init() {
    let tomorrow = ServiceClock.real.now() + .days(1)
    token = ServiceKeys(Service.secret).tokens.text(
      of: AccessToken(for: .backend, until: tomorrow))
  }

  /// Works over one connection; returns when it breaks.
  func work(on address: SocketAddress, until enough: @escaping @Sendable (Int) -> Void) {
    guard var client = try? RawClient(address) else { return }
    while let count = try? live(through: &client) { enough(count) }
  }

  /// One invite from its creation to its acceptance; returns what was acknowledged so far.
  private func live(through client: inout RawClient) throws -> Int {
    let number = users.add(2, ordering: .relaxed).oldValue
    let (inviter, invitee) = (PrincipalID(rawValue: number), PrincipalID(rawValue: number + 1))
    let created = try post(
      "/invites", ["user": .text(OpaqueID(inviter).text)], ["Idempotency-Key": "1"],
      through: &client)
    guard created.status == 201, let code = created.json["code"]?.text else {
      throw Unexpected(status: created.status)
    }
    acknowledged.withLock { $0.invites[inviter] = code }
    try client.send(Service.request(.get, "/invite/\(code)", ["User-Agent": Service.iPhone], ""))
    guard try client.receive().status == 200 else { throw Unexpected(status: 0) }
    acknowledged.withLock { _ = $0.taps.insert(code) }
    let accepted = try post(
      "/invites/\(code)/accept", ["user": .text(OpaqueID(invitee).text)], through: &client)
    guard accepted.status == 200 else { throw Unexpected(status: accepted.status) }
    acknowledged.withLock { $0.acceptances[invitee] = code }
    let address = "a\(number)@example.org"
    // Each from a network of its own: one may leave a few only.
    let proxy = "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    try client.send(
      Service.submission("address=\(address)&consent=yes", ["X-Forwarded-For": proxy]))
    guard try client.receive().status == 200 else { throw Unexpected(status: 0) }
    return acknowledged.withLock {
      $0.addresses.insert(address)
      return $0.count
    }
  }

  private struct Unexpected: Error {
    let status: Int
  }

  private func post(
    _ path: String, _ body: JSONValue, _ fields: [String: String] = [:],
    through client: inout RawClient
  ) throws -> RawAnswer {
    let fields = fields.merging(["Authorization": "Bearer \(token)"]) { given, _ in given }
    try client.send(Service.request(.post, path, fields, body.json))
    return try client.receive()
  }
}
