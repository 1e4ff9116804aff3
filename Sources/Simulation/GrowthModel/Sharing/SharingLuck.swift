import RandomStreams

/// The luck of one attempt: a number for each question, whichever of them are asked.
///
/// So two policies put the same answers to the questions that they share. What is asked a second
/// time, such as a retry, takes further numbers of the generator.
struct SharingLuck: BitwiseCopyable {
  let offline: Double
  let proceed: Double
  let copy: Double
  let complete: Double
  let target: Double
  let told: Double
  let recipients: Double
  let access: Double
  let pace: Double
  let sheetTime: Double
  let linkTime: Double
  let link: Double

  /// Takes twelve numbers.
  init(using chance: inout some RandomNumberGenerator) {
    offline = chance.uniform()
    proceed = chance.uniform()
    copy = chance.uniform()
    complete = chance.uniform()
    target = chance.uniform()
    told = chance.uniform()
    recipients = chance.openUniform()
    access = chance.uniform()
    pace = chance.openUniform()
    sheetTime = chance.openUniform()
    linkTime = chance.openUniform()
    link = chance.uniform()
  }
}
