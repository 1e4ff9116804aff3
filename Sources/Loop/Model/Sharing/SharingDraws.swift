import RandomStreams

/// The draws of an attempt: one number for each question, whether or not it is asked.
///
/// So two policies get the same answers to the questions that they share. A repeated question, such
/// as a retry, draws further numbers of the generator.
struct SharingDraws: BitwiseCopyable {
  let offline: Double
  let proceed: Double
  let copy: Double
  let complete: Double
  let target: Double
  let report: Double
  let recipients: Double
  let access: Double
  let pace: Double
  let sheetTime: Double
  let linkTime: Double
  let link: Double

  /// Draws twelve numbers.
  init(using chance: inout some RandomNumberGenerator) {
    offline = chance.uniform()
    proceed = chance.uniform()
    copy = chance.uniform()
    complete = chance.uniform()
    target = chance.uniform()
    report = chance.uniform()
    recipients = chance.openUniform()
    access = chance.uniform()
    pace = chance.openUniform()
    sheetTime = chance.openUniform()
    linkTime = chance.openUniform()
    link = chance.uniform()
  }
}
