internal import COpenSSL

/// Compares bytes in a time that depends on their counts alone, so that it tells nothing about how
/// much of a guess was right.
public func areEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}
