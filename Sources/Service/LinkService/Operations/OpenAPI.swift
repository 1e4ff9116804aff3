internal import GrowthloopFindings
internal import Profiles
import Vocabulary
internal import GrowthloopTransport

/// The OpenAPI 3.1 document, generated from the declared calls.
enum OpenAPI {
  static func document(of settings: ServiceSettings) -> JSONValue {
    var paths: [String: [String: JSONValue]] = [:]
    var schemas = ProblemAnswer.form.shape.components(ofRequest: false)
    for call in Operation.all(of: settings).map(\.call) {
      schemas = schemas.joined(with: components(of: call))
      for (index, path) in call.paths.enumerated() {
        paths[path, default: [:]][call.method.rawValue.lowercased()] = entry(
          of: call, alias: index, settings)
      }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": .text("\(settings.profile.app.name) invite links"), "version": "1",
        "description": .text(
          "Invite links and their results, by the rules of the profile "
            + "\(settings.profile.id.rawValue). A refused call is answered by problem details "
            + "(RFC 9457), but for what cannot be read as HTTP at all: that ends the connection, "
            + "at most with a page of HTML."),
      ],
      "paths": .object(paths.mapValues { .object($0) }),
      "components": [
        "securitySchemes": [
          "bearer": [
            "type": "http", "scheme": "bearer",
            "description": "A token of a user, or of the app's backend.",
          ]
        ],
        "schemas": .object(schemas),
      ],
    ]
  }

  private static func components(of call: ServiceCall) -> [String: JSONValue] {
    let requests = (call.body.map { [$0] } ?? []) + call.parameters.map(\.shape)
    let answers = call.answers.compactMap {
      if case .json(let shape) = $0.content { shape } else { nil }
    }
    return
      (requests.map { $0.components(ofRequest: true) }
      + answers.map { $0.components(ofRequest: false) }).reduce([:]) { $0.joined(with: $1) }
  }

  private static func entry(
    of call: ServiceCall, alias: Int, _ settings: ServiceSettings
  ) -> JSONValue {
    var entry: [String: JSONValue] = [
      "operationId": .text(alias == 0 ? call.name : "\(call.name)Alias\(alias)"),
      "summary": .text(call.summary),
      "responses": .object(responses(of: call)),
    ]
    var parameters = call.parameters.filter {
      $0.place != .path || call.paths[alias].contains("{\($0.name)}")
    }
    if settings.clock.isToldByRequests { parameters.append(ServiceCall.momentParameter) }
    if !parameters.isEmpty { entry["parameters"] = .array(parameters.map(parameter)) }
    if let body = call.body {
      entry["requestBody"] = [
        "required": .bool(!call.mayLackBody),
        "content": .object([
          call.isForm ? SubmittedForm.mediaType : "application/json": ["schema": body.schema]
        ]),
      ]
    }
    if call.access != .anybody { entry["security"] = [["bearer": []]] }
    return .object(entry)
  }

  private static func parameter(_ parameter: ServiceCall.Parameter) -> JSONValue {
    [
      "name": .text(parameter.name), "in": .text(parameter.place.rawValue),
      "required": .bool(parameter.isRequired), "schema": parameter.shape.schema,
      "description": .text(parameter.meaning),
    ]
  }

  private static func responses(of call: ServiceCall) -> [String: JSONValue] {
    var responses: [String: JSONValue] = [:]
    for answer in call.answers + call.commonAnswers {
      var response: [String: JSONValue] = ["description": .text(answer.meaning)]
      switch answer.content {
      case .nothing: break
      case .json(let shape):
        response["content"] = ["application/json": ["schema": shape.schema]]
      case .object: response["content"] = ["application/json": ["schema": ["type": "object"]]]
      case .html: response["content"] = ["text/html": ["schema": ["type": "string"]]]
      case .text(let type):
        response["content"] = .object([type: ["schema": ["type": "string"]]])
      case .problem:
        response["content"] = .object([
          Problem.mediaType: ["schema": ProblemAnswer.form.shape.schema]
        ])
      }
      responses["\(answer.status)"] = .object(response)
    }
    return responses
  }
}
