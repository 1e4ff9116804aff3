package import Attribution
package import Invites
package import Vocabulary

extension ServiceCall.Parameter {
  static let user = Self(
    name: "id", place: .path, shape: .user, meaning: "The UUID of the user.")
  static let utcOffset = Self(
    name: "utcOffsetMinutes", place: .query, shape: .integer(-840...840), isRequired: false,
    meaning: "Where the user's day ends.")
}

/// Lists the facts that an inviter may see of their invites.
package enum ListInvites {
  package enum Figure {
    package static let fact = FormField.required("fact", .choice(of: VisibilityPolicy.Fact.self))
    package static let count = FormField.required("count", .count)
    static let form = Form.object("Figure", fact, count)
  }

  package enum Invite {
    package static let code = FormField.required("code", .word)
    package static let status = FormField.required(
      "status", Form.choice(of: InviterView.Status.self, named: "SentInviteStatus").orNull)
    static let form = Form.object("SentInvite", code, status)
  }

  package enum Joined {
    package static let invitee = FormField.required("invitee", .user)
    package static let name = FormField.required("name", Form.word.orNull)
    package static let avatar = FormField.required("avatar", Form.word.orNull)
    package static let at = FormField.required("at", .moment)
    static let form = Form.object("JoinedInvitee", invitee, name, avatar, at)
  }

  package enum Dashboard {
    package static let sent = FormField.required("sent", .count)
    package static let installed = FormField.required("installed", .count)
    package static let completed = FormField.required("completed", .count)
    package static let bar = FormField.required("bar", Form.number.orNull)
    static let form = Form.object("Dashboard", sent, installed, completed, bar)
  }

  package static let figures = FormField.required("figures", Figure.form.list(longest: 20))
  package static let invites = FormField.required("invites", Invite.form.list(longest: 1_000_000))
  package static let joined = FormField.required("joined", Joined.form.list(longest: 1_000_000))
  package static let dashboard = FormField.required("dashboard", Dashboard.form.orNull)

  private static let form = Form.object(
    "InviteReport", figures, invites, joined, dashboard)

  package static let call = ServiceCall(
    "listInvites", .get, "/users/{id}/invites", access: .owner,
    summary: "What an inviter may see of their invites.", parameters: [.user, .utcOffset],
    answers: [
      .json(200, "As much as the profile shows.", form), .problem(422, "No such offset."),
      .problem(404, "No such user."),
    ])

  package static let ownCall = ServiceCall(
    "inviteStatus", .get, "/invites/status", access: .owner,
    summary: "The same for the user of the token.", parameters: [.utcOffset],
    answers: [
      .json(200, "As much as the profile shows.", form), .problem(422, "No such offset."),
      .problem(404, "The token names no user."),
    ])
}

/// Deletes an account.
package enum EraseUser {
  package static let invites = FormField.required(
    "invites", .choice(of: RecordFate.self, named: "RecordFate"))
  package static let referrals = FormField.required(
    "referrals", .choice(of: RecordFate.self, named: "RecordFate"))

  package static let call = ServiceCall(
    "eraseUser", .delete, "/users/{id}", access: .owner,
    summary:
      "Deletes an account; the answer comes when its key is destroyed and the deletion is committed.",
    parameters: [.user],
    answers: [
      .json(
        200, "It is done, also if nothing was there; 503 asks to try again.",
        .object("Erasure", invites, referrals, AnswerFields.rule)), .problem(404, "No such user."),
    ])
}

/// Names a user, and gives the state of the account.
package enum IntroduceUser {
  package static let name = FormField.optional("name", .personName(longest: 200))
  package static let avatar = FormField.optional("avatar", .text(longest: 500))
  package static let account = FormField.optional(
    "account",
    .choice(
      of: AccountState.self, from: [.active, .suspended], named: "LivingAccountState"))
  package static let phone = FormField.optional(
    "phone", Form.phone.orNull,
    "The verified number, of which a keyed hash is kept; null removes it, and without it nothing "
      + "changes. Refused where contacts.serverMatching is off.")

  package static let call = ServiceCall(
    "introduceUser", .put, "/users/{id}", access: .backend,
    summary: "Returns the name of a user, and what is left of the account.",
    parameters: [.user], body: .object("Introduction", name, avatar, account, phone),
    answers: [.noContent("It is noted."), .problem(404, "No such user.")])
}

/// Reports the progress of a new user.
package enum ReachMilestone {
  package static let milestone = FormField.required("milestone", .choice(of: MilestoneWord.self))
  package static let name = IntroduceUser.name
  package static let avatar = IntroduceUser.avatar

  package static let inviter = FormField.required("inviter", Form.user.orNull)
  package static let isInviterTold = FormField.required("isInviterTold", .flag)

  package static let call = ServiceCall(
    "reachMilestone", .post, "/users/{id}/milestones", access: .backend,
    summary: "Reports how far a new user has come; the same one reported again changes nothing.",
    parameters: [.user], body: .object("MilestoneReport", milestone, name, avatar),
    answers: [
      .json(
        200, "What followed.",
        .object("ReachedMilestone", inviter, AnswerFields.connection, isInviterTold)),
      .problem(404, "No such user."),
    ])
}

/// Lists the pushes to deliver.
package enum ReadOutbox {
  package enum Push {
    package static let id = FormField.required("id", .word)
    package static let inviter = FormField.required("inviter", .user)
    package static let invitee = FormField.required("invitee", .user)
    package static let text = FormField.required("text", .word)
    package static let deepLink = FormField.required("deepLink", .word)
    package static let deadline = FormField.required("deadline", Form.moment.orNull)
    package static let rule = FormField.required("rule", .word)
    static let form = Form.object(
      "Push", id, inviter, invitee, text, deepLink, deadline, rule)
  }

  package static let pushes = FormField.required("pushes", Push.form.list(longest: 100))

  package static let call = ServiceCall(
    "readOutbox", .get, "/outbox", access: .backend,
    summary: "The pushes to deliver, oldest first; each until it is said to be delivered.",
    answers: [.json(200, "The first hundred.", .object("Outbox", pushes))])
}

/// Removes a push from the list.
package enum DeliverPush {
  package static let call = ServiceCall(
    "deliverPush", .delete, "/outbox/{id}", access: .backend,
    summary: "Takes a push off the list once it is delivered.",
    parameters: [
      .init(
        name: "id", place: .path, shape: .word,
        meaning: "The id of the push, by which a push service drops a repetition.")
    ],
    answers: [.noContent("It is off the list."), .problem(404, "No push has such an id.")])
}
