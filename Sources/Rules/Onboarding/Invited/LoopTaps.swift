import Vocabulary

/// The way from the push "… joined" back to the friend.
public enum Reconnection {
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    case push
    case connectionScreen
  }

  /// The places on the way; each step from one to the next is a tap.
  public static let path: [Place] = [.push, .connectionScreen]
  public static var taps: Int { path.count - 1 }
}

/// The taps of the whole loop, from the sender's intent to the invitee's value.
public struct LoopTaps: Hashable, Sendable, BitwiseCopyable {
  public let sender: Int
  public let invitee: Int

  public init(sender: Int, invitee: Int) {
    self.sender = sender
    self.invitee = invitee
  }

  public var total: Int { sender + invitee }
}

extension OnboardingRules {
  static let loop: [Rule] = [
    Rule("P-TAP-04", "From the join notification the sender is one tap from the friend."),
    Rule("P-TAP-05", "The whole loop takes four taps: two by each side."),
  ]
}
