import Foundation
import Testing

@Suite("The rules · names")
struct NameTests {
  @Test func `an app can import every rule module at once: no two have a type of one name`() throws
  {
    let folder = RuleBookTests.folder
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    var modules: [Substring: Set<Substring>] = [:]
    let pattern = /^public (?:struct|enum|protocol|final class|actor|typealias) (\w+)/
      .anchorsMatchLineEndings()
    for case let path as String in files where path.hasSuffix(".swift") {
      let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      let module = path.prefix { $0 != "/" }
      for type in source.matches(of: pattern) { modules[type.1, default: []].insert(module) }
    }
    #expect(modules.count > 100)
    for (name, homes) in modules { #expect(homes.count == 1, "\(name) is in \(homes.sorted())") }
  }
}
