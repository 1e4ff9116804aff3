public import Vocabulary

/// A part of a contact that can come from somewhere of its own.
public enum ContactField: UInt8, CaseIterable, SmallSetMember {
  case name
  case phone
  case email
  case address
  case birthday
  case company
  case title
  case photo
}

/// Where an entry of the address book comes from.
public enum ContactSource: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The address book of the device.
  case device
  /// Typed into the app by its user.
  case manual
  /// The app's own network.
  case network
}
