import Testing

@Suite("Sources · every file has a name of its own")
struct FileNameTests {
  @Test func `no two Swift files share a name`() throws {
    let files = try SourceTree(below: ["Sources", "Tests"]).files
    // Swift demands this name for the entry point of an executable.
    let named = Dictionary(grouping: files.filter { $0.name != "main.swift" }, by: \.name)
    let shared = named.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.map(\.path).joined(separator: ", "))" }
    #expect(shared.isEmpty, "rename one of each:\n\(shared.joined(separator: "\n"))")
  }
}
