extension YAMLNode {
  /// The node over another: mappings are merged key by key, anything else replaces what it covers.
  ///
  /// Every part keeps the place that it comes from. A value with evidence is replaced as one, and
  /// where a part changes, the evidence of the whole no longer speaks for it. A delay of another form
  /// takes nothing from the one that it covers.
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
    // A change from the command line is one entry, for which no dictionary pays.
    let positions =
      entries.count < 8
      ? [:]
      : Dictionary(
        merged.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries {
      let position =
        entries.count < 8 ? merged.firstIndex { $0.key == entry.key } : positions[entry.key]
      if let position {
        merged[position] = YAMLEntry(
          entry.key, at: entry.keyRange, entry.value.merged(over: merged[position].value))
      } else {
        merged.append(entry)
      }
    }
    return YAMLNode(.mapping(merged), at: range)
  }

  /// The whole document over another.
  ///
  /// A setting changes its side with the upper one: what was merely set below may be deliberate
  /// above, and the other way round.
  func mergedAsDocument(over base: YAMLNode) -> YAMLNode {
    let (plain, deliberate) = (PolicyReader.settingsKey, PolicyReader.deliberateKey)
    return merged(
      over: base.removing(keysOf: self[plain], under: deliberate)
        .removing(keysOf: self[deliberate], under: plain))
  }

  /// The mapping without one of its entries.
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
