package import Attribution
import GrowthloopFindings
package import Invites
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

/// Finds the users among the numbers of an address book.
package enum MatchContacts {
  package static let user = SubjectFields.user
  package static let numbers = FormField.required(
    "numbers", Form.phone.list(longest: UploadPolicy.mostAtOnce),
    "Telephone numbers, which are neither kept nor logged.")

  /// A number that is a user's.
  package enum Match {
    package static let index = FormField.required("index", .count, "Its place in the list.")
    package static let user = FormField.required("user", .user)
    static let form = Form.object("ContactMatch", index, user)
  }

  package static let matches = FormField.required(
    "matches", Match.form.list(longest: UploadPolicy.mostAtOnce))

  package static let call = ServiceCall(
    "matchContacts", .post, path, access: .caller,
    summary: "Finds the users among the numbers of an address book, and keeps none of them.",
    body: .object("ContactUpload", user, numbers),
    answers: [
      .json(
        200, "The numbers that are active users' numbers, in their order.",
        .object("ContactMatches", matches, AnswerFields.rule)),
      .problem(429, "Too often, or the day's numbers are used up; Retry-After says how long."),
    ])

  /// The call under a profile that matches no contacts: no body is read.
  package static let refused = ServiceCall(
    "matchContacts", .post, path, access: .caller,
    summary: "Refused: the profile matches no contacts on the server.",
    answers: [.problem(403, "contacts.serverMatching is off.")])

  private static let path = "/contacts/matches"
}

/// A device as an app or the script of a page describes it.
package enum DeviceFields {
  package static let platform = signal("platform")
  package static let osVersion = signal("osVersion")
  package static let model = signal("model")
  package static let timeZone = signal("timeZone")
  package static let language = signal("language")
  package static let locale = signal("locale")
  package static let screen = signal("screen")
  package static let token = FormField.optional(
    "token", .opaqueName, "The code that came through the store, if one did.")

  private static func signal(_ name: String) -> FormField<String> {
    .optional(name, .text(longest: 64))
  }

  /// The field of a signal; `nil` where an app sends none.
  package static func field(of signal: Signal) -> FormField<String>? {
    switch signal {
    case .platform: platform
    case .osVersion: osVersion
    case .model: model
    case .timeZone: timeZone
    case .language: language
    case .locale: locale
    case .screen: screen
    default: nil
    }
  }

  static let form = Form.object(
    "Device", platform, osVersion, model, timeZone, language, locale, screen, token)
  /// The signals that the script of a page reports.
  static let observed = Form.object("ObservedDevice", model, screen, timeZone, locale)
}

/// Finds the inviter of a new user.
package enum ResolveDeferred {
  package static let user = SubjectFields.user
  package static let hadAccount = SubjectFields.hadAccount
  package static let device = FormField.required("device", DeviceFields.form)
  package static let installedAt = FormField.optional("installedAt", .moment)
  package static let launchedAt = FormField.optional(
    "launchedAt", .moment, "No later than now; now if not said.")
  package static let sentAt = FormField.optional(
    "sentAt", .moment,
    "When this is sent, by the clock of the other moments: how wrong that clock is, is taken off.")

  package static let outcome = FormField.required(
    "outcome", .choice(of: CreditDecision.Outcome.self))
  package static let daysSinceClick = FormField.required(
    "daysSinceClick", Form.integer(0...Int64.max).orNull)

  package static let call = ServiceCall(
    "resolveDeferred", .post, "/invites/deferred", access: .caller,
    summary: "Finds the inviter of a new user, at the first launch of the app.",
    body: .object(
      "FirstLaunch", user, hadAccount, SubjectFields.formerUsers, device, installedAt, launchedAt,
      sentAt),
    answers: [
      .json(
        200, "An inviter, or none.",
        .object("FoundInviter", outcome, AnswerFields.invite, daysSinceClick, AnswerFields.rule))
    ])
}

/// Opens a link in a browser, and reports the signals that the page's script observes.
package enum TapLink {
  private static let code = ServiceCall.Parameter(
    name: "code", place: .path, shape: .word, meaning: "The code of the link.")
  private static let landing: [ServiceCall.Answer] = [
    .init(status: 200, meaning: "The page that the profile shows.", content: .html),
    .init(status: 302, meaning: "The app's page in the store.", content: .nothing),
  ]

  private static let reported: [ServiceCall.Answer] = [
    .noContent("Recorded."), .problem(403, "A page of another site sent it."),
  ]

  package static let tap = ServiceCall(
    "tapLink", .get, "/invite/{code}", "/r/{code}", access: .anybody,
    summary: "Shows the page of a link, and records the click of a person.",
    parameters: [code], answers: landing
  ).ofBrowser(isPage: true)

  package static let tapSigned = ServiceCall(
    "tapSignedLink", .get, "/invite", access: .anybody,
    summary: "Shows the page of a signed link, and records the click of a person.",
    answers: landing
  ).ofBrowser(isPage: true)

  package static let observe = ServiceCall(
    "observeTap", .post, "/invite/{code}", "/r/{code}", access: .anybody,
    summary: "Records the click again with the signals that the page's script reports.",
    parameters: [code], body: DeviceFields.observed, answers: reported
  ).ofBrowser()

  package static let observeSigned = ServiceCall(
    "observeSignedTap", .post, "/invite", access: .anybody,
    summary: "Records the click on a signed link again with the signals of the page's script.",
    body: DeviceFields.observed, answers: reported
  ).ofBrowser()
}
