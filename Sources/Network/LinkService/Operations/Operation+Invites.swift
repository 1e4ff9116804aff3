internal import Attribution
internal import Invites
internal import LinkStore
internal import Vocabulary
internal import WebServer

extension Operation {
  private static let code = Parameter(
    name: "code", place: .path, shape: .word,
    meaning: "The code of an invite, or its whole link with every character escaped.")
  private static let user = Shape.Member.optional(
    "user", .user,
    "Whom the call is about: the backend must say so, and a user may name nobody else.")
  private static let hadAccount = Shape.Member.optional(
    "hadAccount", .flag, "Whether the user had an account before; false if not said.")

  /// What an invited person is told of an invite.
  static let invite = Shape.object([
    .required("code", .word), .required("inviter", .user),
    .required("inviterName", .orNull(.word)), .required("inviterAvatar", .orNull(.word)),
    .required("context", .choice(of: InviteContext.self)), .required("content", .orNull(.word)),
  ])

  private static let issued = Shape.object([
    .required("code", .word), .required("id", .word), .required("url", .word),
    .required("context", .choice(of: InviteContext.self)), .required("content", .orNull(.word)),
    .required("createdAt", .moment), .required("expiresAt", .orNull(.moment)),
    .required("rule", .word, "The rule that spoke."),
  ])

  private static let device = Shape.object(
    ["platform", "osVersion", "model", "timeZone", "language", "locale", "screen"].map {
      .optional($0, .text(longest: 64))
    } + [.optional("token", .opaqueName, "The code that came through the store, if one did.")])

  /// Fixed paths before those with a code in their place.
  static let invites: [Operation] = [create, deferred, ownInvites, lookUp, open, accept, share]

  private static let create = Operation(
    name: "createInvite", method: .post, paths: ["/invites", "/invites/create"], access: .caller,
    summary: "Creates an invite, or finds the one that serves.",
    parameters: [
      Parameter(
        name: "Idempotency-Key", place: .header, shape: .idempotencyKey,
        meaning: "The same for every repetition of one wish; remembered for a day.")
    ],
    body: .object([
      user, .optional("context", .choice(of: InviteContext.self), "generic if not said."),
      .optional("content", .opaqueName), .optional("session", .integer(1...Int64.max)),
      .optional("contacts", .list(.opaqueName, longest: 100)),
      .optional("utcOffsetMinutes", .integer(-840...840), "Where the user's day ends."),
    ]),
    answers: [
      json(201, "It was created: now, or when this wish came first.", issued),
      json(200, "The link that the user has.", issued),
      problem(409, "The key was used for another wish."),
      problem(429, "Too often, or the day's invites are used up."),
    ], handle: LinkApplication.create)

  private static let lookUp = Operation(
    name: "readInvite", method: .get, paths: ["/invites/{code}"], access: .caller,
    summary: "Tells what a link stands for, and changes nothing.", parameters: [code],
    answers: [
      json(
        200, "It leads somewhere.",
        .object([
          .required("invite", .orNull(invite)),
          .required("destination", .choice(of: LinkDestination.self)), .required("rule", .word),
        ])),
      problem(404, "No such invite."), problem(409, "It brought as many people as it may."),
      problem(410, "It has expired."), problem(422, "Its signature is wrong."),
    ], handle: LinkApplication.lookUp)

  private static let open = Operation(
    name: "openInvite", method: .post, paths: ["/invites/{code}/open"], access: .caller,
    summary: "Reports that a link opened the installed app, and tells what to show.",
    parameters: [code],
    body: .object([user, .optional("isSignedIn", .flag, "true if not said.")]),
    answers: [
      json(
        200, "What the user meets; there is no error to show.",
        .object([
          .required("surface", .choice(of: ReceiptSurface.self)),
          .required("destination", .choice(of: LinkDestination.self)),
          .required("invite", .orNull(invite)), .required("rule", .word),
        ]))
    ], handle: LinkApplication.open)

  private static let deferred = Operation(
    name: "resolveDeferred", method: .post, paths: ["/invites/deferred"], access: .caller,
    summary: "Finds who brought a new user, at the first launch of the app.",
    body: .object([
      user, hadAccount, .required("device", device), .optional("installedAt", .moment),
      .optional("launchedAt", .moment, "No later than now; now if not said."),
      .optional(
        "sentAt", .moment,
        "When this is sent, by the clock of the other moments: how wrong that clock is, is taken off."
      ),
    ]),
    answers: [
      json(
        200, "Somebody, or nobody.",
        .object([
          .required("outcome", .choice(of: CreditDecision.Outcome.self)),
          .required("invite", .orNull(invite)),
          .required("daysSinceClick", .orNull(.integer(0...Int64.max))), .required("rule", .word),
        ]))
    ], handle: LinkApplication.resolveDeferred)

  private static let accept = Operation(
    name: "acceptInvite", method: .post, paths: ["/invites/{code}/accept"], access: .caller,
    summary: "Takes an invite; whoever takes it twice has taken it once.",
    parameters: [code], body: .object([user, hadAccount]),
    answers: [
      json(
        200, "It is theirs.",
        .object([
          .required("invite", .orNull(invite)),
          .required("connection", .orNull(.choice(ConnectionWord.all))), .required("rule", .word),
        ])),
      problem(404, "No such invite."),
      problem(409, "It cannot be taken by this user, or any more."),
      problem(410, "It has expired."), problem(422, "Its signature is wrong."),
    ], handle: LinkApplication.accept)

  private static let share = Operation(
    name: "shareInvite", method: .post, paths: ["/invites/{code}/share"], access: .caller,
    summary: "Reports how the share sheet closed over one's own link.",
    parameters: [
      code,
      Parameter(
        name: "Idempotency-Key", place: .header, shape: .idempotencyKey, isRequired: false,
        meaning: "The same for every repetition of one report, which then counts once."),
    ],
    body: .object([
      user,
      .optional("channel", .choice(of: ReportedChannel.self), "Missing if it was dismissed."),
    ]),
    answers: [
      json(200, "It is noted.", .object([.required("rule", .word)])),
      problem(404, "The user has no such invite."), problem(410, "It has expired."),
      problem(
        409, "The key was used for another report; or it is another user's, as a backend is told."),
    ], handle: LinkApplication.share)
}
