internal import Attribution
internal import Invites
internal import Vocabulary
internal import WebServer

extension Operation {
  private static let id = Parameter(
    name: "id", place: .path, shape: .user, meaning: "The UUID of the user.")

  private static let joined = Shape.object([
    .required("invitee", .user), .required("name", .orNull(.word)),
    .required("avatar", .orNull(.word)), .required("at", .moment),
  ])

  private static let dashboard = Shape.object([
    .required("sent", .count), .required("installed", .count), .required("completed", .count),
    .required("bar", .orNull(.number)),
  ])

  private static let report = Shape.object([
    .required(
      "figures",
      .list(
        .object([
          .required("fact", .choice(of: VisibilityPolicy.Fact.self)), .required("count", .count),
        ]), longest: 20)),
    .required(
      "invites",
      .list(
        .object([
          .required("code", .word),
          .required("status", .orNull(.choice(of: InviterView.Status.self))),
        ]), longest: 1_000_000)),
    .required("joined", .list(joined, longest: 1_000_000)),
    .required("dashboard", .orNull(dashboard)),
  ])

  static let people: [Operation] = [listInvites, export, erase, introduce, reach]

  private static let utcOffset = Parameter(
    name: "utcOffsetMinutes", place: .query, shape: .integer(-840...840), isRequired: false,
    meaning: "Where the user's day ends.")

  private static let listInvites = Operation(
    name: "listInvites", method: .get, paths: ["/users/{id}/invites"], access: .owner,
    summary: "What an inviter may see of their invites.", parameters: [id, utcOffset],
    answers: [
      json(200, "As much as the profile shows.", report), problem(422, "No such offset."),
      problem(404, "No such user."),
    ],
    handle: LinkApplication.listInvites)

  static let ownInvites = Operation(
    name: "inviteStatus", method: .get, paths: ["/invites/status"], access: .owner,
    summary: "The same for the user of the token.", parameters: [utcOffset],
    answers: [
      json(200, "As much as the profile shows.", report), problem(422, "No such offset."),
      problem(404, "The token names no user."),
    ], handle: LinkApplication.listInvites)

  private static let export = Operation(
    name: "exportUser", method: .get, paths: ["/users/{id}/export"], access: .owner,
    summary: "Everything that is kept of a user.", parameters: [id],
    answers: [json(200, "All of it.", exported), problem(404, "No such user.")],
    handle: LinkApplication.export)

  private static let erase = Operation(
    name: "eraseUser", method: .delete, paths: ["/users/{id}"], access: .owner,
    summary: "Deletes an account; the answer comes when no file holds a trace of it.",
    parameters: [id],
    answers: [
      json(
        200, "It is done, also if nothing was there; 503 asks to try again if a file still has it.",
        .object([
          .required("invites", .choice(of: RecordFate.self)),
          .required("referrals", .choice(of: RecordFate.self)), .required("rule", .word),
        ])), problem(404, "No such user."),
    ], handle: LinkApplication.erase)

  private static let introduce = Operation(
    name: "introduceUser", method: .put, paths: ["/users/{id}"], access: .backend,
    summary: "Tells what a user is called, and what is left of the account.", parameters: [id],
    body: .object([
      .optional("name", .personName(longest: 200)), .optional("avatar", .text(longest: 500)),
      .optional("account", .choice([AccountState.active, .suspended].map(\.rawValue))),
    ]),
    answers: [
      Answer(status: 204, meaning: "It is noted.", content: .nothing),
      problem(404, "No such user."),
    ], handle: LinkApplication.introduce)

  private static let reach = Operation(
    name: "reachMilestone", method: .post, paths: ["/users/{id}/milestones"], access: .backend,
    summary: "Reports how far a new user has come; the same one reported again changes nothing.",
    parameters: [id],
    body: .object([
      .required("milestone", .choice(of: MilestoneWord.self)),
      .optional("name", .personName(longest: 200)), .optional("avatar", .text(longest: 500)),
    ]),
    answers: [
      json(
        200, "What followed.",
        .object([
          .required("inviter", .orNull(.user)),
          .required("connection", .orNull(.choice(ConnectionWord.all))),
          .required("isInviterTold", .flag),
        ])), problem(404, "No such user."),
    ], handle: LinkApplication.reach)

  static let outbox: [Operation] = [
    Operation(
      name: "readOutbox", method: .get, paths: ["/outbox"], access: .backend,
      summary: "The pushes to deliver, oldest first; each until it is said to be delivered.",
      answers: [
        json(200, "The first hundred.", .object([.required("pushes", .list(push, longest: 100))]))
      ], handle: LinkApplication.readOutbox),
    Operation(
      name: "deliverPush", method: .delete, paths: ["/outbox/{id}"], access: .backend,
      summary: "Takes a push off the list once it is delivered.",
      parameters: [
        Parameter(
          name: "id", place: .path, shape: .word,
          meaning: "The id of the push, by which a push service drops a repetition.")
      ],
      answers: [
        Answer(status: 204, meaning: "It is off the list.", content: .nothing),
        problem(404, "No push has such an id."),
      ],
      handle: LinkApplication.deliver),
  ]

  private static let push = Shape.object([
    .required("id", .word), .required("inviter", .user), .required("invitee", .user),
    .required("text", .word), .required("deepLink", .word),
    .required("deadline", .orNull(.moment)), .required("rule", .word),
  ])
}
