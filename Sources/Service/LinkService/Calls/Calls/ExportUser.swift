package import Invites
package import Vocabulary

/// Exports all stored data about a user.
package enum ExportUser {
  package enum Person {
    package static let account = FormField.required(
      "account", .choice(of: AccountState.self, named: "AccountState"))
    package static let name = FormField.required("name", Form.word.orNull)
    package static let avatar = FormField.required("avatar", Form.word.orNull)
    package static let joinedAt = FormField.required("joinedAt", Form.moment.orNull)
    package static let phoneHash = FormField.required(
      "phoneHash", Form.word.orNull, "The keyed hash of the number.")
    static let form = Form.object(
      "ExportedPerson", account, name, avatar, joinedAt, phoneHash)
  }

  package enum Invite {
    package static let code = FormField.required("code", .word)
    package static let context = FormField.required(
      "context", .choice(of: InviteContext.self, named: "InviteContext"))
    package static let content = FormField.required("content", Form.word.orNull)
    package static let status = FormField.required(
      "status", .choice(of: InviteStatus.self, named: "InviteStatus"))
    package static let createdAt = FormField.required("createdAt", .moment)
    package static let expiresAt = FormField.required("expiresAt", Form.moment.orNull)
    package static let sharedAt = FormField.required("sharedAt", Form.moment.orNull)
    package static let shares = FormField.required("shares", .count)
    package static let acceptances = FormField.required("acceptances", .count)
    static let form = Form.object(
      "ExportedInvite", code, context, content, status, createdAt, expiresAt, sharedAt, shares,
      acceptances)
  }

  private static let kindForm = Form.choice(of: ReferralWord.self, named: "ReferralKind")

  /// An invitee of the user, who is not named here.
  package enum Brought {
    package static let code = FormField.required("code", .word)
    package static let kind = FormField.required("kind", kindForm)
    package static let isComplete = FormField.required("isComplete", .flag)
    static let form = Form.object("BroughtInvitee", code, kind, isComplete)
  }

  package enum BroughtBy {
    package static let inviter = FormField.required("inviter", .user)
    package static let code = FormField.required("code", .word)
    package static let kind = FormField.required("kind", kindForm)
    package static let clickedAt = FormField.required("clickedAt", .moment)
    package static let arrivedAt = FormField.required("arrivedAt", .moment)
    package static let signedUpAt = FormField.required("signedUpAt", Form.moment.orNull)
    package static let acceptedAt = FormField.required("acceptedAt", Form.moment.orNull)
    package static let connectedAt = FormField.required("connectedAt", Form.moment.orNull)
    package static let firstValueAt = FormField.required("firstValueAt", Form.moment.orNull)
    package static let completedAt = FormField.required("completedAt", Form.moment.orNull)
    static let form = Form.object(
      "BroughtBy", inviter, code, kind, clickedAt, arrivedAt, signedUpAt, acceptedAt, connectedAt,
      firstValueAt, completedAt)
  }

  package enum Visit {
    package static let code = FormField.required("code", Form.word.orNull)
    package static let at = FormField.required("at", .moment)
    static let form = Form.object("Visit", code, at)
  }

  private static let long = 1_000_000

  package static let person = FormField.required("person", Person.form.orNull)
  package static let invites = FormField.required("invites", Invite.form.list(longest: long))
  package static let brought = FormField.required("brought", Brought.form.list(longest: long))
  package static let broughtBy = FormField.required("broughtBy", BroughtBy.form.list(longest: long))
  package static let openings = FormField.required("openings", Visit.form.list(longest: long))
  package static let clicks = FormField.required("clicks", Visit.form.list(longest: long))
  package static let requests = FormField.required("requests", Visit.form.list(longest: long))

  package static let call = ServiceCall(
    "exportUser", .get, "/users/{id}/export", access: .owner,
    summary: "Everything that is kept of a user.", parameters: [.user],
    answers: [
      .json(
        200, "All of it.",
        .object(
          "UserExport", person, invites, brought, broughtBy, openings, clicks, requests,
          AnswerFields.rule)),
      .problem(404, "No such user."),
    ])
}
