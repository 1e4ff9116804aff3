extension YAMLNode {
  /// Returns the node merged over another: mappings key by key, anything else as a replacement.
  ///
  /// Every part keeps its place of origin. A value with evidence is replaced as one. Where a part
  /// changes, the evidence of the whole no longer applies to it. A delay of another form takes no
  /// keys from the one that it covers.
  func merged(over base: YAMLNode) -> YAMLNode {
    guard let entries, case .mapping(let below) = base.content,
      !entries.contains(where: { $0.key == Evidence.valueKey })
    else { return self }
    let onlyTellsEvidence = entries.allSatisfy(\.isEvidence)
    let replaced = DelayForm.keys(replacedBy: entries)
    var merged = below
    merged.removeAll { entry in
      !onlyTellsEvidence && entry.isEvidence || replaced.contains(entry.key)
    }
    let positions = Dictionary(
      merged.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries {
      if let position = positions[entry.key] {
        merged[position] = YAMLEntry(
          entry.key, at: entry.keyRange, entry.value.merged(over: merged[position].value))
      } else {
        merged.append(entry)
      }
    }
    return YAMLNode(.mapping(merged), at: range)
  }

  /// Returns the whole document merged over another.
  ///
  /// The upper document decides whether a setting is deliberate: one merely set below may be
  /// deliberate above, and the other way round.
  func mergedAsDocument(over base: YAMLNode) -> YAMLNode {
    let (plain, deliberate) = (PolicyReader.settingsKey, PolicyReader.deliberateKey)
    return merged(
      over: base.removing(keysOf: self[plain], under: deliberate)
        .removing(keysOf: self[deliberate], under: plain))
  }

  /// Returns the mapping without one of its entries.
  func removing(_ key: String) -> YAMLNode {
    guard case .mapping(let entries) = content else { return self }
    return YAMLNode(.mapping(entries.filter { $0.key != key }), at: range)
  }

  private func removing(keysOf other: YAMLNode?, under key: String) -> YAMLNode {
    guard let names = other?.entries.map({ Set($0.map(\.key)) }), !names.isEmpty,
      case .mapping(var entries) = content,
      let position = entries.firstIndex(where: { $0.key == key }),
      case .mapping(let inner) = entries[position].value.content
    else { return self }
    entries[position].value.content = .mapping(inner.filter { !names.contains($0.key) })
    return YAMLNode(.mapping(entries), at: range)
  }
}
