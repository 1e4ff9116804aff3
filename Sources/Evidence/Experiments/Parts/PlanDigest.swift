import Diagnostics
import GrowthModel
import Profiles

extension Setup {
  /// A digest of everything that shapes a replication beside seed and number, in hexadecimal: equal
  /// for equal plans, and almost certainly different for others.
  public var digest: String {
    var digest = TextDigest()
    for setting in Setting.all { digest.add("\(setting.name)=\(setting.value(in: plan.profile))") }
    for parameter in parameters { digest.add("\(parameter.name)=\(parameter.value)") }
    digest.add("\(plan.profile.id) \(plan.days) \(plan.start)")
    for edge in plan.behaviour.market.acquaintances?.edges ?? [] {
      digest.add("\(edge.from) \(edge.to)")
    }
    return digest.text
  }
}

/// A digest of texts (FNV-1a over 64 bits): it finds mistakes, and withstands no attacker.
private struct TextDigest {
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0)
  }

  private mutating func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }

  var text: String { String(sum, radix: 16) }
}
