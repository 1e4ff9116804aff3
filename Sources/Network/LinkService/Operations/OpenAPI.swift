internal import JSON
internal import Profiles
internal import Vocabulary
internal import WebServer

/// The description of the service in OpenAPI 3.1, written from the operations themselves.
enum OpenAPI {
  static func document(of settings: ServiceSettings) -> JSONValue {
    var paths: [String: [String: JSONValue]] = [:]
    for operation in Operation.all(guardingMetrics: settings.guardsMetrics) {
      for (index, path) in operation.paths.enumerated() {
        paths[path, default: [:]][operation.method.rawValue.lowercased()] = entry(
          of: operation, alias: index, settings)
      }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": .text("\(settings.profile.app.name) invite links"), "version": "1",
        "description": .text(
          "Invite links and what comes of them, by the rules of the profile "
            + "\(settings.profile.id.rawValue). What is not granted is told as problem details "
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
        "schemas": ["Problem": Operation.problem.schema],
      ],
    ]
  }

  /// What every request tells of itself where requests tell the time.
  private static let moment = Operation.Parameter(
    name: ServiceClock.field, place: .header, shape: .moment,
    meaning: "When the request takes place, in a rehearsal that is not for others.")

  private static func entry(
    of operation: Operation, alias: Int, _ settings: ServiceSettings
  ) -> JSONValue {
    var entry: [String: JSONValue] = [
      "operationId": .text(alias == 0 ? operation.name : "\(operation.name)Alias\(alias)"),
      "summary": .text(operation.summary),
      "responses": .object(responses(of: operation)),
    ]
    var parameters = operation.parameters.filter {
      $0.place != .path || operation.paths[alias].contains("{\($0.name)}")
    }
    if settings.clock.isToldByRequests { parameters.append(moment) }
    if !parameters.isEmpty { entry["parameters"] = .array(parameters.map(parameter)) }
    if let body = operation.body {
      entry["requestBody"] = [
        "required": .bool(!operation.mayLackBody),
        "content": ["application/json": ["schema": body.schema]],
      ]
    }
    if operation.access != .anybody { entry["security"] = [["bearer": []]] }
    return .object(entry)
  }

  private static func parameter(_ parameter: Operation.Parameter) -> JSONValue {
    [
      "name": .text(parameter.name), "in": .text(parameter.place.rawValue),
      "required": .bool(parameter.isRequired), "schema": parameter.shape.schema,
      "description": .text(parameter.meaning),
    ]
  }

  private static func responses(of operation: Operation) -> [String: JSONValue] {
    var responses: [String: JSONValue] = [:]
    for answer in operation.answers + operation.commonAnswers {
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
          Problem.mediaType: ["schema": ["$ref": "#/components/schemas/Problem"]]
        ])
      }
      responses["\(answer.status.rawValue)"] = .object(response)
    }
    return responses
  }
}
