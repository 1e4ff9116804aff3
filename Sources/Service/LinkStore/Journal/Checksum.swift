internal import CGrowthloopZlib

/// The CRC-32 of bytes: detects changes by a disk or a crash, not by an attacker.
enum Checksum {
  static func of(_ bytes: ArraySlice<UInt8>, after start: UInt32 = 0) -> UInt32 {
    let checksum = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.isEmpty
        ? UInt(start) : crc32(UInt(start), bytes.baseAddress, UInt32(bytes.count))
    }
    return UInt32(truncatingIfNeeded: checksum)
  }
}
