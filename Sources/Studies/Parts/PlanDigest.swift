package import GrowthloopModel
import Profiles
import GrowthloopPlans

extension Setup {
  /// The digest of its plan.
  public var digest: String { plan.digest }
}

extension GrowthPlan {
  /// A digest of everything that shapes a replication beside seed and number, in hexadecimal: equal
  /// for equal plans, and almost certainly different for others.
  package var digest: String {
    var digest = TextDigest()
    for setting in Setting.all { digest.add("\(setting.name)=\(setting.value(in: profile))") }
    let sections: [any ScenarioSection] =
      [
        behaviour.market, behaviour.arrivals, behaviour.use, behaviour.sharing,
        behaviour.recipients,
        behaviour.devices, behaviour.firstRun,
      ] + [behaviour.money].compactMap(\.self)
    for (place, section) in sections.enumerated() {
      for key in section.writtenKeys { digest.add("\(place) \(key.name)=\(key.value)") }
    }
    digest.add("\(profile.id) \(days) \(start)")
    behaviour.market.acquaintances?.forEachNumber { digest.add($0) }
    if let past {
      var lived = GrowthPlan()
      (lived.profile, lived.behaviour) = (past.profile, past.behaviour)
      digest.add(lived.digest)
    }
    return digest.text
  }
}

/// A digest of texts (FNV-1a over 64 bits): it finds mistakes, and withstands no attacker.
private struct TextDigest {
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(UInt8(0))
  }

  mutating func add(_ number: UInt32) {
    sum = (sum ^ UInt64(number)) &* 0x100_0000_01b3
  }

  private mutating func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }

  var text: String { String(sum, radix: 16) }
}
