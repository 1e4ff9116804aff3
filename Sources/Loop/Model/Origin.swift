public import Invites
public import Vocabulary

/// The origin of an invite: a channel, and an entry point or the trigger of a prompt; one byte.
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

  /// Three bits for the channel; five for the way or, from 16 on, for the trigger.
  @usableFromInline let packed: UInt8
  private static let firstTrigger: UInt8 = 16

  /// The origin of an event without an invite.
  init() { packed = 0 }

  init(packed: UInt8) { self.packed = packed }

  init(_ target: ShareTarget?, by source: Source) {
    let channel = target.flatMap { ShareTarget.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let place =
      switch source {
      case .way(let way): way.rawValue
      case .prompt(let trigger): Self.firstTrigger + trigger.ordinal
      }
    packed = UInt8(channel) << 5 | place
  }

  /// The target of the share; `nil` where the system does not report it.
  public var target: ShareTarget? { channel == 0 ? nil : ShareTarget.allCases[channel - 1] }

  /// The place of the target among all targets, from 1; 0 where the system does not report it.
  var channel: Int { Int(packed >> 5) }

  public var source: Source {
    let place = packed & 31
    return place < Self.firstTrigger
      ? .way(Way(rawValue: place) ?? .elsewhere)
      : .prompt(PromptTrigger.allCases[Int(place - Self.firstTrigger)])
  }
}

extension Origin {
  /// The reason why a member shared.
  public enum Source: Hashable, Sendable, BitwiseCopyable {
    /// The member opened a way to share without a prompt.
    case way(Way)
    /// A prompt that appeared at that trigger; the way is that of the profile's prompts.
    case prompt(PromptTrigger)
  }
}
