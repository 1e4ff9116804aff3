public import Invites

/// What an invite came from: a channel, and an entry point or a prompt; one byte.
@frozen
public struct Origin: Hashable, Sendable, BitwiseCopyable {
  /// The ways to a share.
  public enum Way: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// Outside of the app's screens: at the end of onboarding, or from a link in a profile.
    case elsewhere
    case profile, contactDetail, homePrompt, settings, profileSettings, navigationMenu, contextual
    case postAction

    init(_ entry: FlowPolicy.EntryPoint) {
      self =
        switch entry {
        case .profile: .profile
        case .contactDetail: .contactDetail
        case .homePrompt: .homePrompt
        case .settings: .settings
        case .profileSettings: .profileSettings
        case .navigationMenu: .navigationMenu
        case .contextual: .contextual
        case .postAction: .postAction
        }
    }
  }

  @usableFromInline let packed: UInt8

  /// Of no invite.
  init() { packed = 0 }

  init(_ target: ShareTarget?, by way: Way) {
    let channel = target.flatMap { ShareTarget.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    packed = UInt8(channel) << 4 | way.rawValue
  }

  /// Where the share went to; `nil` where the system does not say.
  public var target: ShareTarget? {
    let channel = Int(packed >> 4)
    return channel == 0 ? nil : ShareTarget.allCases[channel - 1]
  }

  public var way: Way { Way(rawValue: packed & 15) ?? .elsewhere }
}
