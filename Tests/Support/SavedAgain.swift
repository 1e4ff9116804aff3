import Foundation
public import Vocabulary

/// Returns what is read from the JSON of a state, as the next launch reads it.
public func savedAgain<State: KeptState>(_ state: State) throws -> State {
  try JSONDecoder().decode(Saved<State>.self, from: JSONEncoder().encode(Saved(state))).state
}

/// Returns the JSON of a state, its keys in order.
public func savedText(_ state: some KeptState) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(Saved(state)), as: UTF8.self)
}

/// Returns what is read from JSON, or the words with which it is refused.
public func refusal<State: KeptState>(of json: String, as type: State.Type) -> String {
  do {
    _ = try JSONDecoder().decode(Saved<State>.self, from: Data(json.utf8))
    return "read"
  } catch DecodingError.dataCorrupted(let context) {
    return context.debugDescription
  } catch {
    return "\(error)"
  }
}

/// Returns `text` with every text of the rules in angle brackets: a translation that shows its work.
public func inBrackets<Result>(_ text: () throws -> Result) rethrows -> Result {
  try OwnTexts.$current.withValue(OwnTexts { "<\($0)>" }, operation: text)
}
