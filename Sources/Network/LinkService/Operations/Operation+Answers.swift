internal import JSON
internal import WebServer

extension Operation {
  /// The body of whatever was not granted (RFC 9457).
  static let problem = Shape.object([
    .required("type", .word), .required("title", .word), .required("status", .integer(400...599)),
    .required("detail", .word, "What is wrong with this call."),
    .optional("rule", .word, "The rule that spoke."),
    .optional(
      "errors",
      .list(.object([.required("pointer", .word), .required("detail", .word)]), longest: 20),
      "Every mistake in the body."),
  ])

  /// What may come back from any operation of this kind.
  var commonAnswers: [Answer] {
    var answers = [
      Answer(status: 400, meaning: "It cannot be read.", content: .problem),
      Answer(
        status: 429, meaning: "Too often; wait as long as Retry-After says.",
        content: isPage ? .html : .problem),
      Answer(status: 503, meaning: "Nothing can be recorded now.", content: .problem),
    ]
    if access != .anybody {
      answers.append(Answer(status: 401, meaning: "No token that is good.", content: .problem))
      answers.append(Answer(status: 403, meaning: "The token is for others.", content: .problem))
      answers.append(Answer(status: 404, meaning: "The user was deleted.", content: .problem))
    }
    if body != nil {
      answers.append(
        Answer(status: 413, meaning: "The body is too large.", content: .problem))
      if !answers.contains(where: { $0.status == 422 }) {
        answers.append(
          Answer(status: 422, meaning: "The body does not have the right form.", content: .problem))
      }
    }
    let own = self.answers.map(\.status)
    return answers.filter { !own.contains($0.status) }
  }

  static func json(_ status: WebStatus, _ meaning: String, _ shape: Shape) -> Answer {
    Answer(status: status, meaning: meaning, content: .json(shape))
  }

  static func problem(_ status: WebStatus, _ meaning: String) -> Answer {
    Answer(status: status, meaning: meaning, content: .problem)
  }
}
