import Invites
import Testing
import Vocabulary

/// What the flows of the product and the design ask of a user's contacts.
@Suite("Visibility · the address book")
struct AddressBookTests {
  private static let product = FlowPolicy.EntryPoint.allCases.map {
    FlowWalk(DirectShare(), opening: .opened(from: $0, isOnline: true), under: .product)
  }

  private static func design(_ access: ContactsAccess) -> FlowWalk<InviteFlow> {
    FlowWalk(
      InviteFlow(), opening: .opened(from: .profile, access, isOnline: true), under: .design)
  }

  private func concernsContacts(_ action: SharingAction) -> Bool {
    action == .loadContacts || action == .askForContacts || action == .showExplainer
  }

  @Test
  func `P-PRV-02, P-SCO-06 · the product shares by the system's sheet, and reads no contacts`() {
    let actions = Self.product.flatMap(\.moves).flatMap(\.actions)
    #expect(!actions.contains(where: concernsContacts))
    #expect(actions.presentsSheet)
    #expect(!actions.shares.isEmpty)
    // The same question finds the contacts where a flow reads them.
    #expect(Self.design(.authorized).moves.flatMap(\.actions).contains(where: concernsContacts))
  }

  @Test func `P-PRV-01 · no link of the product is created for contacts`() {
    let actions = Self.product.flatMap(\.moves).flatMap(\.actions)
    let keys = actions.compactMap { if case .createLink(let keys) = $0 { keys } else { nil } }
    #expect(!keys.isEmpty && keys.allSatisfy(\.isEmpty))
  }

  @Test
  func `D-DEP-04, D-SCO-10 · the design sends by the system's sheet, and by nothing of its own`() {
    let sends = Self.design(.authorized).moves.filter { !$0.actions.shares.isEmpty }
    #expect(!sends.isEmpty)
    for send in sends {
      guard case .sheet(.sheetClosed(.completed)) = send.event else {
        Issue.record("sent by \(send.event)")
        continue
      }
    }
  }

  @Test(arguments: ContactsAccess.allCases)
  func `D-PRV-01, D-PRV-05, D-SCO-09 · whoever is picked, the service gets no contact`(
    _ access: ContactsAccess
  ) {
    let moves = Self.design(access).moves
    let keys = moves.flatMap(\.actions).compactMap {
      if case .createLink(let keys) = $0 { keys } else { nil }
    }
    #expect(!keys.isEmpty && keys.allSatisfy(\.isEmpty))
    if access == .authorized { #expect(moves.contains { $0.before.selection.count > 0 }) }
  }

  @Test func `EDG-08 · what Copy copies is the link that is shared`() {
    var screen = ShareScreen()
    let actions = screen.run(
      [
        .opened(from: .profile, cachedLink: rinLink, isOnline: true),
        .messageComposed(rinMessage), .tapped(.copy), .tapped(.shareVia),
      ], under: .rin)
    #expect(actions.contains(.copyToClipboard(rinLink)))
    #expect(actions.contains(.presentSheet(message: rinMessage, link: rinLink)))
    #expect(actions.logged.contains(InviteEvent(.linkCopied, .entry(.profile))))
  }
}
