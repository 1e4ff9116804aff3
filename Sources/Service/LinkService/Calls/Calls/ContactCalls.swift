package import Invites
package import Vocabulary

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
