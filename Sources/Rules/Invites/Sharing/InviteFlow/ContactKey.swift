/// A contact as the flows know it: an irreversible key of this device, with no name and no number.
public struct ContactKey: Hashable, Sendable, BitwiseCopyable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Makes the key of whoever has this number or address, with a secret that stays on the device.
  ///
  /// Numbers are few enough to try them all: without a secret a key would hide nobody.
  public init(of contact: String, keyedBy signer: some LinkSigner) {
    let signature = signer.signature(of: Array("growthloop contact 1\n\(contact)\n".utf8))
    // FNV-1a shortens the signature, which is what nobody can undo.
    rawValue = signature.text.utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }
}
