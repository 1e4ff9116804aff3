/// A kind of decision that cases request, as help and examples show it.
package struct CaseSubject: Sendable {
  package let name: String
  /// The decision, in one line.
  package let summary: String
  /// The fields of a case and of its decision.
  package let contract: String
  /// An example case on one line.
  package let example: String
  let subject: any Subject.Type

  private init(_ subject: any Subject.Type) {
    name = subject.name
    summary = subject.summary
    contract = subject.contract
    example = subject.example
    self.subject = subject
  }

  package static let all = [
    CaseSubject(PromptSubject.self), CaseSubject(AttributionSubject.self),
    CaseSubject(CodeSubject.self), CaseSubject(LimitSubject.self),
    CaseSubject(LifecycleSubject.self), CaseSubject(MatchingSubject.self),
    CaseSubject(ReceiptSubject.self), CaseSubject(MessageSubject.self),
    CaseSubject(ConnectionSubject.self), CaseSubject(AcceptanceSubject.self),
    CaseSubject(NotificationSubject.self), CaseSubject(VisibilitySubject.self),
    CaseSubject(QualificationSubject.self), CaseSubject(EventSubject.self),
    CaseSubject(OnboardingSubject.self), CaseSubject(SharingSubject.self),
    CaseSubject(DashboardSubject.self), CaseSubject(PreviewSubject.self),
    CaseSubject(ReuseSubject.self), CaseSubject(SentSubject.self),
    CaseSubject(SuggestionSubject.self), CaseSubject(CircleSubject.self),
    CaseSubject(LinkSubject.self), CaseSubject(RetentionSubject.self),
    CaseSubject(QueueSubject.self),
    CaseSubject(HomeSubject.self),
  ]
}
