import AddressBooks
import Invites
import Vocabulary

// The screens of 003's invite flow: what the rules take of the time that a user waits for them.
extension TrialCourse {
  /// The most contacts of a batch.
  private static let batch = 20

  /// From the tap on an entry point to the first page of the picker, with the badges of those who
  /// were invited before.
  func entry(_ watch: inout StepWatch) {
    let now = source.contacts[0].addedAt
    var history = InviteHistory()
    history.note(source.contacts.prefix(Self.batch).map(Self.key), at: now, under: .design)
    watch.time {
      var flow = InviteFlow()
      _ = flow.receive(
        .opened(from: .profile, .authorized, explainedBefore: true, isOnline: true),
        at: now, under: .design)
      let picker = ContactPicker(source.contacts, collation: trial.collation)
      _ = flow.receive(.contactsLoaded(count: picker.count), at: now, under: .design)
      let screen = flow.elements(in: SharingPolicy.design.texts, under: .design)
      return (0..<min(Self.screen, picker.count)).reduce(screen.count) { sum, row in
        let contact = picker[row]
        let element = flow.row(
          of: Self.key(contact), name: contact.name.display ?? "", history: history, at: now)
        return sum + element.text.utf8.count
      }
    }
  }

  /// From the end of the share sheet to the success screen, for a full batch.
  func success(_ watch: inout StepWatch) {
    let now = source.contacts[0].addedAt
    let picked = source.contacts.prefix(Self.batch)
    let names = picked.compactMap(\.name.display)
    var flow = InviteFlow()
    _ = flow.receive(
      .opened(from: .profile, .authorized, explainedBefore: true, isOnline: true),
      at: now, under: .design)
    _ = flow.receive(.contactsLoaded(count: source.contacts.count), at: now, under: .design)
    for contact in picked {
      _ = flow.receive(.toggled(Self.key(contact)), at: now, under: .design)
    }
    for event: InviteFlow.Event in [
      .tapped(.next), .sheet(.linkReady("https://rin.app/invite/a3Xk9m2Q")),
      .sheet(.messageComposed("Join me")), .tapped(.sendVia),
    ] {
      _ = flow.receive(event, at: now, under: .design)
    }
    precondition(flow.stage == .sharing(over: .message), "the sheet is open: \(flow.stage)")
    watch.time {
      var flow = flow
      let actions = flow.receive(
        .sheet(.sheetClosed(.completed(.messages, wasEdited: false))), at: now, under: .design)
      let screen = flow.elements(
        in: SharingPolicy.design.texts, invitedNames: names, under: .design)
      return actions.count + screen.reduce(0) { $0 + $1.text.utf8.count }
    }
  }

  private static func key(_ contact: Contact) -> ContactKey {
    ContactKey(rawValue: UInt64(contact.id.rawValue))
  }
}
