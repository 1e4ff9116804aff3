import RandomStreams

/// What chance has in store for an invite when it is sent: one block of it.
struct InviteLuck {
  /// Which of all contacts it goes to.
  let contact: UInt64
  /// Whether the recipient reports it as spam; taps it, and how soon among all who do.
  let complaint, tap, delay: Double

  init(_ stream: RandomStream, sender: UInt32, invite: UInt16) {
    let block = stream.words(UInt64(sender), UInt32(invite))
    contact = block.low
    // The lower half of the contact's number: its upper half says which contact it is.
    complaint = block.uniforms.0
    tap = block.uniforms.2
    delay = block.openUniforms.3
  }

  /// The place of that contact among `known`.
  func contact(among known: Int) -> Int {
    Int(contact.multipliedFullWidth(by: UInt64(known)).high)
  }
}

/// What chance has in store for an invite when it is tapped: one block of it.
struct InstallLuck {
  /// Whether the recipient installs.
  let install: Double
  /// How soon, and how soon they open the app then, among all who do.
  let installDelay, launchDelay: Double

  init(_ stream: RandomStream, sender: UInt32, invite: UInt16) {
    let block = stream.words(UInt64(sender), UInt32(invite))
    install = block.uniforms.0
    (_, installDelay, launchDelay, _) = block.openUniforms
  }
}
