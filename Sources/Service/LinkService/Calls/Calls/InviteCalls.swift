package import Attribution
package import Invites
import GrowthloopFindings
package import Vocabulary

extension ServiceCall.Parameter {
  static let code = Self(
    name: "code", place: .path, shape: .word,
    meaning: "The code of an invite, or its whole link with every character escaped.")
}

/// The fields of every call about a user.
package enum SubjectFields {
  package static let user = FormField.optional(
    "user", .user,
    "The user concerned: required of the backend; a user may name no other user.")
  package static let hadAccount = FormField.optional(
    "hadAccount", .flag, "Whether the user had an account before; false if not said.")
  package static let formerUsers = FormField.optional(
    "formerUsers", Form.user.list(longest: 20),
    "Who was signed in on this device before: where attribution.selfReferralByDevice is "
      + "blockSameDevice, their invites earn nothing here. It is never kept.")
}

/// The header that identifies a repetition of a call.
package enum IdempotencyKeyHeader {
  package static let name = "Idempotency-Key"
  static let form = Form.visible(longest: 128)

  package static func accepts(_ key: String) -> Bool { form.shape.mistakes(in: .text(key)).isEmpty }
}

/// An invite in the form for an invitee.
package enum InviteAnswer {
  package static let code = FormField.required("code", .word)
  package static let inviter = FormField.required("inviter", .user)
  package static let inviterName = FormField.required("inviterName", Form.word.orNull)
  package static let inviterAvatar = FormField.required("inviterAvatar", Form.word.orNull)
  package static let context = FormField.required(
    "context", .choice(of: InviteContext.self, named: "InviteContext"))
  package static let content = FormField.required("content", Form.word.orNull)

  static let form = Form.object(
    "Invite", code, inviter, inviterName, inviterAvatar, context, content)
}

/// Fields of several answers.
package enum AnswerFields {
  package static let invite = FormField.required("invite", InviteAnswer.form.orNull)
  package static let destination = FormField.required(
    "destination", .choice(of: LinkDestination.self, named: "Destination"))
  package static let connection = FormField.required(
    "connection", Form.choice(of: ConnectionWord.self, named: "Connection").orNull)
  package static let rule = FormField.required("rule", .word)
}

/// Creates an invite, or returns an existing one.
package enum CreateInvite {
  package static let user = SubjectFields.user
  package static let context = FormField.optional(
    "context", .choice(of: InviteContext.self, named: "InviteContext"), "generic if not said.")
  package static let content = FormField.optional("content", .opaqueName)
  package static let session = FormField.optional("session", .integer(1...Int64.max))
  package static let contacts = FormField.optional("contacts", Form.opaqueName.list(longest: 100))
  package static let utcOffsetMinutes = FormField.optional(
    "utcOffsetMinutes", .integer(-840...840),
    "Where the user's day ends, by a clock that is never set: its minutes ahead of UTC.")
  package static let zone = FormField.optional(
    "zone", .choice(CivilZone.names, named: "TimeZone"),
    "Where the user's day ends, by the name of the time zone, such as Europe/Berlin. It decides if "
      + "utcOffsetMinutes is given, too.")

  package enum Answer {
    package static let code = FormField.required("code", .word)
    package static let id = FormField.required("id", .word)
    package static let url = FormField.required("url", .word)
    package static let context = FormField.required(
      "context", .choice(of: InviteContext.self, named: "InviteContext"))
    package static let content = FormField.required("content", Form.word.orNull)
    package static let createdAt = FormField.required("createdAt", .moment)
    package static let expiresAt = FormField.required("expiresAt", Form.moment.orNull)
    package static let rule = FormField.required("rule", .word, "The rule that decided.")

    static let form = Form.object(
      "CreatedInvite", code, id, url, context, content, createdAt, expiresAt, rule)
  }

  package static let call = ServiceCall(
    "createInvite", .post, "/invites", "/invites/create", access: .caller,
    summary: "Creates an invite, or finds the one that serves.",
    parameters: [
      .init(
        name: IdempotencyKeyHeader.name, place: .header, shape: IdempotencyKeyHeader.form.shape,
        meaning: "The same for every repetition of one wish; remembered for a day.")
    ],
    body: .object(
      "InviteRequest", user, context, content, session, contacts, utcOffsetMinutes, zone),
    answers: [
      .json(201, "It was created: now, or when this wish came first.", Answer.form),
      .json(200, "The link that the user has.", Answer.form),
      .problem(409, "The key was used for another wish."),
      .problem(429, "Too often, or the day's invites are used up."),
    ])
}

/// Describes a link without changing anything.
package enum ReadInvite {
  package static let call = ServiceCall(
    "readInvite", .get, "/invites/{code}", access: .caller,
    summary: "Describes what a link stands for, and changes nothing.", parameters: [.code],
    answers: [
      .json(
        200, "It leads somewhere.",
        .object("ReadInvite", AnswerFields.invite, AnswerFields.destination, AnswerFields.rule)),
      .problem(404, "No such invite."), .problem(409, "It brought as many people as it may."),
      .problem(410, "It has expired."), .problem(422, "Its signature is wrong."),
    ])
}

/// Reports that a link opened the installed app.
package enum OpenInvite {
  package static let user = SubjectFields.user
  package static let isSignedIn = FormField.optional("isSignedIn", .flag, "true if not said.")
  package static let surface = FormField.required("surface", .choice(of: ReceiptSurface.self))

  package static let call = ServiceCall(
    "openInvite", .post, "/invites/{code}/open", access: .caller,
    summary: "Reports that a link opened the installed app, and returns what to show.",
    parameters: [.code], body: .object("Opening", user, isSignedIn),
    answers: [
      .json(
        200, "What the user meets; there is no error to show.",
        .object(
          "OpenedInvite", surface, AnswerFields.destination, AnswerFields.invite, AnswerFields.rule)
      )
    ])
}

/// Accepts an invite.
package enum AcceptInvite {
  package static let user = SubjectFields.user
  package static let hadAccount = SubjectFields.hadAccount

  package static let call = ServiceCall(
    "acceptInvite", .post, "/invites/{code}/accept", access: .caller,
    summary: "Accepts an invite; a second acceptance changes nothing.", parameters: [.code],
    body: .object("Acceptance", user, hadAccount, SubjectFields.formerUsers),
    answers: [
      .json(
        200, "It is theirs.",
        .object("AcceptedInvite", AnswerFields.invite, AnswerFields.connection, AnswerFields.rule)),
      .problem(404, "No such invite."),
      .problem(409, "It cannot be taken by this user, or any more."),
      .problem(410, "It has expired."), .problem(422, "Its signature is wrong."),
    ])
}

/// Reports the result of a share sheet.
package enum ShareInvite {
  package static let user = SubjectFields.user
  package static let channel = FormField.optional(
    "channel", .choice(of: ReportedChannel.self), "Missing if it was dismissed.")

  package static let call = ServiceCall(
    "shareInvite", .post, "/invites/{code}/share", access: .caller,
    summary: "Reports how the share sheet closed over one's own link.",
    parameters: [
      .code,
      .init(
        name: IdempotencyKeyHeader.name, place: .header, shape: IdempotencyKeyHeader.form.shape,
        isRequired: false,
        meaning: "The same for every repetition of one report, which then counts once."),
    ],
    body: .object("ShareReport", user, channel),
    answers: [
      .json(200, "It is noted.", .object("Noted", AnswerFields.rule)),
      .problem(404, "The user has no such invite."), .problem(410, "It has expired."),
      .problem(
        409, "The key was used for another report; or the link is another user's, for a backend."),
    ])
}
