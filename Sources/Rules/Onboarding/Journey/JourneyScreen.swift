public import Vocabulary

/// A place on the way in; the cases are in the order of the way.
public enum JourneyScreen: UInt8, SmallSetMember {
  /// The app's page in the store; `welcome` follows at the launch, or `appClip`.
  case appStore
  /// First value without an install; `welcome` follows once the app is launched.
  case appClip
  /// The purpose of the app, and the inviter.
  case welcome
  /// The reasons for importing contacts.
  case reasons
  /// The privacy promise.
  case privacy
  /// An account without a phone number, created on one screen.
  case account
  /// `code` follows.
  case phoneNumber
  /// `phoneNumber` follows when the number is changed.
  case code
  /// The reason why contacts are needed; the system's prompt appears above it.
  case explainer
  /// The newcomer's name: the first of the basics.
  case name
  /// The newcomer's photo.
  case photo
  /// The username; the app generates one if it is skipped or left out of the plan.
  case username
  /// The default circles, and the fields shared with them.
  case sharing
  /// The progress of the sync, and the first-value cards.
  case syncing
  /// The subject of the invite, seen before signing up; the sign-up wall follows.
  case destination
  /// The end of the first session.
  case home
}

extension JourneyScreen {
  /// The places that ask for an identity.
  static let signUp: SmallSet<JourneyScreen> = [.account, .phoneNumber, .code]
  /// The places that ask for the basics of a profile.
  static let basics: SmallSet<JourneyScreen> = [.name, .photo, .username]
}
