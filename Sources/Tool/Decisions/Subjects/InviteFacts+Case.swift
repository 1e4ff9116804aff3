import Invites

extension InviteFacts {
  /// The fields that `init(reading:)` reads.
  static let fields = [
    "created", "sent", "clicked", "opened", "installed", "signedUp", "connected", "completed",
    "expired",
  ]

  /// Reads the moment of each step; an absent one did not happen.
  init(reading reader: CaseReader) {
    self.init()
    created = reader.optionalInstant("created")
    sent = reader.optionalInstant("sent")
    clicked = reader.optionalInstant("clicked")
    opened = reader.optionalInstant("opened")
    installed = reader.optionalInstant("installed")
    signedUp = reader.optionalInstant("signedUp")
    connected = reader.optionalInstant("connected")
    completed = reader.optionalInstant("completed")
    expired = reader.optionalInstant("expired")
  }

  /// Reads the same, and the invitee with name and avatar.
  init(readingPerson reader: CaseReader) {
    self.init(reading: reader)
    invitee = reader.optionalPrincipal("invitee")
    name = reader.optionalText("name")
    avatar = reader.optionalText("avatar")
  }
}
