public import Vocabulary

/// A place on the way in; the order is the order in which they follow each other.
public enum JourneyScreen: UInt8, SmallSetMember {
  /// The app's page in the store; `welcome` follows on first launch, or `appClip`.
  case appStore
  /// First value without an install; `welcome` follows once the app is launched.
  case appClip
  /// What the app does, and who invited.
  case welcome
  /// Why contacts are imported.
  case reasons
  /// The privacy promise.
  case privacy
  /// An account without a phone number, made on one screen.
  case account
  /// `code` follows.
  case phoneNumber
  /// `phoneNumber` follows when the number is changed.
  case code
  /// Why contacts are needed; the system's prompt appears above it.
  case explainer
  case name
  case photo
  case username
  /// The default circles, and what is shared with them.
  case sharing
  /// How far the sync is, and the first-value cards.
  case syncing
  /// What motivated the invite, seen before signing up; the sign-up wall follows.
  case destination
  /// The end of the first session.
  case home
}

extension JourneyScreen {
  /// The places that ask who someone is.
  static let signUp: SmallSet<JourneyScreen> = [.account, .phoneNumber, .code]
  /// The places that ask for the basics of a profile.
  static let basics: SmallSet<JourneyScreen> = [.name, .photo, .username]
}
