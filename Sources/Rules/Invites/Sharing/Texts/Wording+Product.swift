import Vocabulary

extension Wording {
  /// The texts of seed 002 for the sender.
  static let product: [Wording] = [
    Wording(.inviteFriends, .product, nil, "002 §3.1", "Invite Friends"),
    // The sheet does not tell who [they] are.
    Wording(
      .inviteSent, .product, nil, "002 §2.1",
      "Invite sent! You'll be notified when they join."),
    Wording(.offline, .product, nil, "002 §8", "Check your connection and try again."),
    Wording(
      .linkFailed, .product, nil, "ours: CNF-62",
      "Can't create your invite link right now. Try again."),
    Wording(
      .linkTimedOut, .product, nil, "ours: CNF-62",
      "Creating your invite link takes longer than expected. Try again."),
    Wording(
      .linkReadyAgain, .product, nil, "ours: CNF-20",
      "You're back online. Your invite link is ready to share."),
  ]
}
