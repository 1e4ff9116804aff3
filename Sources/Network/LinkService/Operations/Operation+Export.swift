internal import Attribution
internal import Invites
internal import LinkStore
internal import Vocabulary

extension Operation {
  private static let long = 1_000_000

  /// All that is kept of one person.
  static let exported = Shape.object([
    .required("person", .orNull(person)),
    .required("invites", .list(exportedInvite, longest: long)),
    .required("brought", .list(brought, longest: long)),
    .required("broughtBy", .list(broughtBy, longest: long)),
    .required("openings", .list(visit, longest: long)),
    .required("clicks", .list(visit, longest: long)),
    .required("requests", .list(visit, longest: long)), .required("rule", .word),
  ])

  private static let person = Shape.object([
    .required("account", .choice(of: AccountState.self)), .required("name", .orNull(.word)),
    .required("avatar", .orNull(.word)), .required("joinedAt", .orNull(.moment)),
  ])

  private static let exportedInvite = Shape.object([
    .required("code", .word), .required("context", .choice(of: InviteContext.self)),
    .required("content", .orNull(.word)), .required("status", .choice(of: InviteStatus.self)),
    .required("createdAt", .moment), .required("expiresAt", .orNull(.moment)),
    .required("sharedAt", .orNull(.moment)), .required("shares", .count),
    .required("acceptances", .count),
  ])

  /// One whom the person brought, who is a person too: neither who nor when is told.
  private static let brought = Shape.object([
    .required("code", .word), .required("kind", kind), .required("isComplete", .flag),
  ])

  private static let broughtBy = Shape.object([
    .required("inviter", .user), .required("code", .word), .required("kind", kind),
    .required("clickedAt", .moment), .required("arrivedAt", .moment),
    .required("signedUpAt", .orNull(.moment)), .required("acceptedAt", .orNull(.moment)),
    .required("connectedAt", .orNull(.moment)), .required("firstValueAt", .orNull(.moment)),
    .required("completedAt", .orNull(.moment)),
  ])

  private static let visit = Shape.object([
    .required("code", .orNull(.word)), .required("at", .moment),
  ])

  private static let kind = Shape.choice(Referral.Kind.allCases.map { "\($0)" })
}
