import Profiles
import Attribution
import GrowthloopLinkService

extension Reconciler {
  /// Compares the service's credit at a newcomer's launch, and its final one, with the taps.
  mutating func compareWithReference(_ person: UInt32, _ export: Members) {
    guard let credit = script.expectedCredits[person], !credit.reference.invalidClickDisplaces
    else { return }
    let given = firstCredit(of: person)
    book.reconciliation.hold(given, of: .service, to: credit, of: person)
    let credited = (export[ExportUser.broughtBy] ?? [])
      .filter { $0[ExportUser.BroughtBy.kind] == .credited }
    // An inviter whose account is gone is not named.
    let named = credited.compactMap {
      $0[ExportUser.BroughtBy.inviter].flatMap(ServiceRequestBuilder.person)
    }
    holdToOneCredit(person, named, after: given)
  }

  /// Checks that later launches of users with an account earn no credit.
  mutating func compareLaterLaunchesWithReference() {
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
    let reference = script.profile.attribution.document
    book.reconciliation.compare(
      .promisedCredits, of: person, .promise, "no credit once there is an account", .service,
      others.isEmpty && named.count < 2
        ? "no credit once there is an account"
        : named.map { "credit for person \($0)" }.joined(separator: ", ")
          + ", once there was an account",
      rules: ["\(PassedOver.existingUser.rule(in: reference))"])
  }

  /// The inviter that the service credited at the person's launch.
  private func firstCredit(of person: UInt32) -> UInt32? {
    for number in script.numbers[person] ?? [] {
      if case .launch = script.actions[number].deed { return book.said[number]?.creditedPerson }
    }
    return nil
  }
}

extension Members {
  /// The inviter that the answer to a launch credits.
  fileprivate var creditedPerson: UInt32? {
    self[ResolveDeferred.outcome] == .credited ? invitingPerson : nil
  }

  /// The inviter of the invite in the answer to a launch.
  var invitingPerson: UInt32? {
    self[AnswerFields.invite]?[InviteAnswer.inviter].flatMap(ServiceRequestBuilder.person)
  }
}
