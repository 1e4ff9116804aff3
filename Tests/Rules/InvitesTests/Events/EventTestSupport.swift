import Invites
import Vocabulary

/// A hash that a reader of the tests can undo.
struct ReadableHash: IdentityHasher {
  func hash(_ principal: PrincipalID) -> String { "h\(principal.rawValue)" }
}

let ann = PrincipalID(rawValue: 1)
let bob = PrincipalID(rawValue: 2)

extension EventExport<ReadableHash> {
  init(_ policy: EventPolicy, _ share: SharePolicy) {
    self.init(policy: policy, share: share, hasher: ReadableHash())
  }

  static let rin = EventExport(.rin, .rin)
  static let product = EventExport(.product, .product)
  static let design = EventExport(.design, .design)

  /// The event of Ann as it leaves the product, in her visit 7.
  func callAsFunction(_ event: InviteEvent) -> ExportedEvent? {
    export(event, by: ann, session: 7)
  }

  /// The event on one line: its name, then its properties in their order.
  func line(_ event: InviteEvent) -> String? {
    self(event).map { exported in
      ([exported.name] + exported.properties.map { "\($0.name)=\($0.value)" })
        .joined(separator: " ")
    }
  }
}
