/// Why the work cannot go on, for people to read.
struct MutantsError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
