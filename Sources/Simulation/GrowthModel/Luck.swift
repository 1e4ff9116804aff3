/// What a draw decides; each purpose has a stream of its own.
///
/// The numbers are part of every recorded result: a purpose is added at the end, never moved.
public enum Luck: UInt32, CaseIterable, Sendable {
  case arrival = 1
  case person
  case contacts
  case acquaintance
  case lifetime
  case session
  case value
  case sharing = 9
  case channel
  case recipients
  case install = 15
  case device = 18
  case onboarding
  case promptAnswer
  case account
  case notification
  case duplicates
  case review
  case platform
}
