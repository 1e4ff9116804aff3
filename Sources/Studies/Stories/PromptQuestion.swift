import GrowthloopFindings
import GrowthloopModel
import Profiles
import Prompts
import Vocabulary

/// A past decision of the prompt rules, which can be repeated under other settings.
struct PromptQuestion {
  let trigger: PromptTrigger
  let at: Instant
  let zone: CivilZone
  /// The number of earlier entries of the log.
  let heard: Int
  let log: PromptLog
  let profile: Profile

  /// The settings of prompts, each of which is one rule; a set of rules is not.
  static let settings = Setting.all.filter {
    $0.name.hasPrefix("prompts.") && $0.name != Setting.promptRuleSetName
  }

  func answer(under profile: Profile) -> PromptDecision {
    profile.prompts.decide(
      trigger, for: log.history(after: heard, under: profile.prompts), at: at, zone: zone)
  }

  /// Returns the change of `setting` to the nearest value with the desired decision.
  ///
  /// The value contradicts no other setting.
  func change(
    of setting: Setting, in current: Profile, until isWished: (PromptDecision) -> Bool
  ) -> PromptRelief.Change? {
    for ladder in SettingLadder.all(of: setting, in: current) {
      let place = ladder.firstPlace { value in
        with(value, of: setting, in: current).map { isWished(answer(under: $0)) } ?? false
      }
      guard let place, let changed = with(ladder.value(place), of: setting, in: current),
        changed.contradictions().count <= profile.contradictions().count
      else { continue }
      return PromptRelief.Change(
        setting: setting.name, from: setting.value(in: profile), to: setting.value(in: changed))
    }
    return nil
  }

  /// Returns the profile with that value; `nil` where the setting refuses it.
  private func with(_ value: String, of setting: Setting, in current: Profile) -> Profile? {
    var changed = current
    guard (try? changed.apply([Profile.Override(setting.name, value)])) != nil else { return nil }
    return changed
  }

  /// Returns the changes that together let the prompt through, all of them needed; empty if there
  /// are none.
  func changes() -> [PromptRelief.Change] {
    var changes: [PromptRelief.Change] = []
    for reason in answer(under: profile).because {
      let current = applying(changes)
      guard answer(under: current).suppressions.contains(reason.suppression) else { continue }
      let change = Self.settings.lazy.compactMap { setting in
        self.change(of: setting, in: current) { !$0.suppressions.contains(reason.suppression) }
      }.first
      guard let change else { return [] }
      changes.removeAll { $0.setting == change.setting }
      changes.append(change)
    }
    for change in changes {
      let rest = changes.filter { $0 != change }
      if answer(under: applying(rest)).isShown { changes = rest }
    }
    return answer(under: applying(changes)).isShown ? changes : []
  }

  private func applying(_ changes: [PromptRelief.Change]) -> Profile {
    var changed = profile
    do {
      try changed.apply(changes.map { Profile.Override($0.setting, $0.to) })
    } catch {
      preconditionFailure("values that were tried are refused: \(error)")
    }
    return changed
  }
}
