import Profiles
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Schema · how the database grows up", .timeLimit(.minutes(60)))
struct SchemaTests {
  let folder = StoreFolder()

  func open(_ schema: Schema) throws -> SQLiteLinkStore {
    try SQLiteLinkStore(
      in: folder.path, LinkEngine.terms(of: .rin), root: .test, for: .writing, schema: schema)
  }

  /// The schema after the current one, as a later release may have it.
  var next: Schema {
    Schema(
      versions: Schema.current.versions + [
        "CREATE TABLE notes (number INTEGER); INSERT INTO notes SELECT count(*) FROM rows;"
      ])
  }

  @Test func `an older database is brought up to date, with all it holds`() throws {
    let store = try open(.current)
    store.write(.person(Person(.ann, name: "Ann")))
    try store.commit()
    try store.close()
    try open(next).close()
    let database = try Database(folder.database, for: .reading)
    #expect(try database.number("PRAGMA user_version") == Int64(next.versions.count))
    #expect(try database.number("SELECT number FROM notes") == 1)
    #expect(try open(next).person(.ann)?.name == "Ann")
  }

  @Test func `a newer database is refused`() throws {
    try open(next).close()
    let known = Schema.current.versions.count
    #expect(
      throws: StoreError.newerSchema(path: folder.database, found: known + 1, known: known)
    ) { try open(.current) }
  }

  @Test func `a step that fails leaves the database as it was`() throws {
    try open(.current).close()
    let broken = Schema(versions: next.versions + ["CREATE TABLE rows (id TEXT)"])
    #expect(throws: StoreError.self) { try open(broken) }
    let database = try Database(folder.database, for: .reading)
    #expect(try database.number("PRAGMA user_version") == Int64(Schema.current.versions.count))
    #expect(try database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'notes'") == 0)
  }
}
