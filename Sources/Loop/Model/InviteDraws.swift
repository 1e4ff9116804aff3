import RandomStreams

/// The draws of an invite at its sending, in one block.
struct InviteDraws {
  /// The number that selects the contact.
  let contact: UInt64
  /// Draws for the spam report, for the tap, and for its delay among all taps.
  let complaint, tap, delay: Double

  init(_ stream: RandomStream, sender: PersonNumber, invite: UInt16) {
    let block = stream.words(sender, UInt32(invite))
    contact = block.low
    // The lower half of the contact's number, whose upper half selects the contact.
    complaint = block.uniforms.0
    tap = block.uniforms.2
    delay = block.openUniforms.3
  }

  /// Returns the place of the contact among `known`.
  func contact(among known: Int) -> Int {
    Int(contact.multipliedFullWidth(by: UInt64(known)).high)
  }
}

/// The draws of an invite at its tap, in one block.
struct InstallDraws {
  /// The draw for the install.
  let install: Double
  /// The draws for the time to the install and from there to the launch.
  let installDelay, launchDelay: Double

  init(_ stream: RandomStream, sender: PersonNumber, invite: UInt16) {
    let block = stream.words(sender, UInt32(invite))
    install = block.uniforms.0
    (_, installDelay, launchDelay, _) = block.openUniforms
  }
}
