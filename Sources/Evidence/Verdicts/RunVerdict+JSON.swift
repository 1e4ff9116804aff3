import Gates

extension RunVerdict: Encodable {
  private enum Key: String, CodingKey {
    case kind, command, title, question, verdict, seconds, stages
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode("gate", forKey: .kind)
    try fields.encode(command, forKey: .command)
    try fields.encode(title, forKey: .title)
    try fields.encode(question, forKey: .question)
    try fields.encode(verdict, forKey: .verdict)
    try fields.encode(seconds, forKey: .seconds)
    try fields.encode(stages, forKey: .stages)
  }
}

extension StageResult: Encodable {
  private enum Key: String, CodingKey {
    case kind, name, folder, title, seconds, note, gates
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(kind, forKey: .kind)
    try fields.encode(name, forKey: .name)
    try fields.encode(folder, forKey: .folder)
    try fields.encode(title, forKey: .title)
    try fields.encode(seconds, forKey: .seconds)
    try fields.encode(note, forKey: .note)
    try fields.encode(gates, forKey: .gates)
  }
}

extension GateResult: Encodable {
  private enum Key: String, CodingKey {
    case gate, subject, measured, low, high, unit, confidence, limit, side, verdict, moved, next
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(gate, forKey: .gate)
    try fields.encode(subject, forKey: .subject)
    try fields.encode(measured, forKey: .measured)
    try fields.encode(low, forKey: .low)
    try fields.encode(high, forKey: .high)
    try fields.encode(unit, forKey: .unit)
    try fields.encode(confidence, forKey: .confidence)
    try fields.encode(limit, forKey: .limit)
    try fields.encode(side, forKey: .side)
    try fields.encode(verdict, forKey: .verdict)
    try fields.encode(moved, forKey: .moved)
    try fields.encode(next, forKey: .next)
  }
}
