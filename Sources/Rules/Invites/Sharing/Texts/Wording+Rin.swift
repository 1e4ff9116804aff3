import Vocabulary

extension Wording {
  /// The texts of seed 000.
  ///
  /// Its error table, 000 §13, is what a requirement is elsewhere.
  static let rin: [Wording] = [
    Wording(.shareTitle, .rin, .stateTable, "000 §4.2", "Share {app}"),
    Wording(.dashboardTitle, .rin, .stateTable, "000 §7.2", "Your Invites"),
    Wording(.back, .rin, .stateTable, "000 §4.2", "Back"),
    Wording(.slogan, .rin, .stateTable, "000 §4.2", "Own your network."),
    Wording(
      .tagline, .rin, .stateTable, "000 §4.2",
      "Share {app} with someone who cares about their contacts."),
    Wording(.linkLabel, .rin, .stateTable, "000 §4.2", "Your invite link"),
    Wording(.messageLabel, .rin, .stateTable, "000 §4.2", "Message preview"),
    Wording(.copy, .rin, .stateTable, "000 §4.2", "Copy"),
    Wording(.edit, .rin, .stateTable, "000 §4.2", "Edit"),
    Wording(.save, .rin, .stateTable, "000 §4.4", "Save"),
    Wording(.cancel, .rin, .stateTable, "000 §4.4", "Cancel"),
    Wording(.retry, .rin, .stateTable, "000 §4.4", "Retry"),
    Wording(.shareViaMessages, .rin, .stateTable, "000 §4.2", "Share via Messages"),
    Wording(.shareVia, .rin, .stateTable, "000 §4.2", "Share via..."),
    Wording(.viewActivity, .rin, .stateTable, "000 §4.2", "View invite activity"),
    Wording(.copied, .rin, .stateTable, "000 §4.3", "Copied"),
    Wording(.inviteContact, .rin, .stateTable, "000 §5.2", "Invite to {app}"),
    Wording(.contactInvited, .rin, .stateTable, "000 §5.4", "Invited"),
    Wording(.onAppBadge, .rin, .stateTable, "000 §5.1", "On {app}"),
    Wording(
      .linkFailed, .rin, .stateTable, "000 §4.4",
      "Can't generate invite link right now. Try again."),
    Wording(.linkFailed, .rin, .requirement, "000 §13", "Can't generate invite link right now."),
    Wording(.linkTimedOut, .rin, .requirement, "000 §13", "Taking longer than expected."),
    Wording(
      .dashboardFailed, .rin, .stateTable, "000 §7.4", "Can't load invite activity. Try again."),
    Wording(.dashboardFailed, .rin, .requirement, "000 §13", "Can't load invite activity."),
    Wording(
      .offline, .rin, .edgeCase, "000 §14.1",
      "You need a connection to generate your invite link."),
  ]
}
