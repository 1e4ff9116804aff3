/// The body of the answer to a refused call (RFC 9457).
package enum ProblemAnswer {
  package static let detail = FormField.required("detail", .word, "What is wrong with this call.")
  package static let rule = FormField.optional("rule", .word, "The rule that decided.")
  package static let pointer = FormField.required("pointer", .word)
  package static let mistake = FormField.required("detail", .word)

  package static let form = Form.object(
    "Problem", FormField.required("type", .word), FormField.required("title", .word),
    FormField.required("status", .integer(400...599)), detail, rule,
    FormField.optional(
      "errors", Form.object("FieldMistake", pointer, mistake).list(longest: 20),
      "Every mistake in the body."))
}

extension ServiceCall {
  /// The common answers of every call of this kind, beside its own.
  package var commonAnswers: [Answer] {
    var answers = [
      Answer(status: 400, meaning: "It cannot be read.", content: .problem),
      Answer(
        status: 429, meaning: "Too often; wait as long as Retry-After says.",
        content: isPage || isForm ? .html : .problem),
      Answer(status: 503, meaning: "Nothing can be recorded now.", content: .problem),
    ]
    if isUnlimited { answers.removeAll { $0.status == 429 } }
    if access != .anybody {
      answers.append(Answer(status: 401, meaning: "No token that is good.", content: .problem))
      answers.append(Answer(status: 403, meaning: "The token is for others.", content: .problem))
      answers.append(Answer(status: 404, meaning: "The user was deleted.", content: .problem))
    }
    if body != nil {
      answers.append(Answer(status: 413, meaning: "The body is too large.", content: .problem))
      if !answers.contains(where: { $0.status == 422 }) {
        answers.append(
          Answer(status: 422, meaning: "The body does not have the right form.", content: .problem))
      }
    }
    let own = self.answers.map(\.status)
    return answers.filter { !own.contains($0.status) }
  }
}

extension ServiceCall.Answer {
  static func json(_ status: Int, _ meaning: String, _ form: Form<Members>) -> Self {
    Self(status: status, meaning: meaning, content: .json(form.shape))
  }

  static func html(_ status: Int, _ meaning: String) -> Self {
    Self(status: status, meaning: meaning, content: .html)
  }

  static func problem(_ status: Int, _ meaning: String) -> Self {
    Self(status: status, meaning: meaning, content: .problem)
  }

  static func noContent(_ meaning: String) -> Self {
    Self(status: 204, meaning: meaning, content: .nothing)
  }
}
