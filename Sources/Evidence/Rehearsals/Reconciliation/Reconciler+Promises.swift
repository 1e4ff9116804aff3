import Attribution
import JSON
import Profiles

extension Reconciler {
  /// Holds what the service said at a newcomer's first launch, and what it has come to, against what
  /// the taps owe.
  mutating func holdToPromises(_ person: UInt32, _ export: JSONValue) {
    guard let owed = script.owed[person], !owed.promised.invalidClickDisplaces else { return }
    let given = firstCredit(of: person)
    book.reconciliation.hold(given, of: .service, to: owed, of: person)
    let credited = export["broughtBy"]?.elements.filter { $0["kind"]?.string == "credited" } ?? []
    // Who is gone is named no more.
    let named = credited.compactMap { $0["inviter"]?.string.flatMap(RequestWriter.person) }
    holdToOneCredit(person, named, after: given)
  }

  /// Holds the later launches of those who have an account against the promise that they bring nobody
  /// credit.
  mutating func holdLaunchesAgainToPromises() {
    for number in script.actions.indices {
      guard case .launchAgain = script.actions[number].deed, let said = book.said[number] else {
        continue
      }
      let person = script.actions[number].person
      holdToOneCredit(
        person, said.creditedPerson.map { [$0] } ?? [], after: firstCredit(of: person))
    }
  }

  private mutating func holdToOneCredit(
    _ person: UInt32, _ named: [UInt32], after first: UInt32?
  ) {
    let others = named.filter { $0 != first }
    let promised = script.profile.attribution.document
    book.reconciliation.compare(
      .promisedCredits, of: person, .promise, "no credit once there is an account", .service,
      others.isEmpty && named.count < 2
        ? "no credit once there is an account"
        : named.map { "credit for person \($0)" }.joined(separator: ", ")
          + ", once there was an account",
      rules: ["\(PassedOver.existingUser.rule(in: promised))"])
  }

  /// Whom the service credited at the first launch of all.
  private func firstCredit(of person: UInt32) -> UInt32? {
    for number in script.numbers[person] ?? [] {
      if case .launch = script.actions[number].deed { return book.said[number]?.creditedPerson }
    }
    return nil
  }
}

extension JSONValue {
  /// The person whom the answer to a launch credits.
  fileprivate var creditedPerson: UInt32? {
    guard self["outcome"]?.string == "credited" else { return nil }
    return self["invite"]?["inviter"]?.string.flatMap(RequestWriter.person)
  }
}
