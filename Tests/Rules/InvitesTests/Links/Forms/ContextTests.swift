import Invites
import Testing
import Vocabulary

@Suite("Links · what an invite is about")
struct ContextTests {
  struct Origin: Sendable, CustomTestStringConvertible {
    let origin: InviteOrigin
    let context: InviteContext
    var testDescription: String { "\(origin) is \(context)" }
  }

  static let origins =
    [
      Origin(origin: .suggestion(.keyAction), context: .achievement),
      Origin(origin: .suggestion(.socialContent), context: .content),
      Origin(origin: .suggestion(.emptyState), context: .collaborative),
      Origin(origin: .suggestion(.thirdSession), context: .generic),
      Origin(origin: .suggestion(.contactsPermission), context: .generic),
    ] + FlowPolicy.EntryPoint.allCases.map { Origin(origin: .entryPoint($0), context: .generic) }

  @Test(arguments: origins)
  func `P-LNK-11, P-INV-04 · where an invite begins decides what it is about`(_ example: Origin) {
    #expect(InviteContext(of: example.origin) == example.context)
  }

  @Test func `P-LNK-04, P-INV-04 · the four contexts, by name`() {
    #expect(
      InviteContext.allCases.map(\.rawValue)
        == ["generic", "achievement", "content", "collaborative"])
  }
}
