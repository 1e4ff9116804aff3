import GrowthloopFindings
import GrowthloopModel
import Onboarding
import Profiles
import Vocabulary

extension GrowthScenario {
  /// A setting of the rules stands under `policy`.
  public static func remedy(
    forUnknown key: String, in written: [(key: String, value: String)]
  ) -> String? {
    let settings = Setting.all.map(\.name)
    guard settings.contains(where: { $0 == key || $0.hasPrefix("\(key).") }) else { return nil }
    let name = settings.contains(key) ? key : "\(key).…"
    return "a setting of the rules stands under policy: {\(name): …}; "
      + "'growthloop profiles \(key.prefix { $0 != "." })' lists these"
  }
}

extension GrowthScenario {
  /// The greatest number of previews that their sampler accepts without a warning.
  private static let mostPreviews = 1_000.0

  /// Reports mistakes that only several parts together show.
  public func check(_ reading: SectionReading<GrowthScenario>) {
    checkCalendar(reading)
    checkPeople(reading)
    checkJourney(reading)
    checkStudy(reading)
    checkGates(reading)
    checkTargets(reading)
    checkExperiment(reading)
    checkRollout(reading)
    checkMoney(reading)
    if profile.plans.previewFetchesPerSend > Self.mostPreviews {
      reading.refuse(
        setting: "load.previewFetchesPerSend", "is more than any messenger fetches",
        remedy: "write at most \(Int(Self.mostPreviews))")
    }
  }

  /// The sections of each kind of study that the other does not use.
  static let sectionsOfLoop = [
    "market", "arrivals", "use", "sharing", "recipients", "firstRun", "money",
  ]
  static let sectionsOfMatching = ["town"]

  /// Reports changed sections that the scenario does not use.
  private func checkStudy(_ reading: SectionReading<GrowthScenario>) {
    let usual = GrowthScenario()
    var unused: [String] = []
    switch study {
    case .loop: if town != usual.town { unused = Self.sectionsOfMatching }
    case .matching:
      var devicesOnly = usual.behaviour
      devicesOnly.devices = behaviour.devices
      if behaviour != devicesOnly { unused = Self.sectionsOfLoop }
    }
    if study == .matching, !observed.isEmpty {
      reading.refuse(\.observed, "is of no use to a study of matching", remedy: "leave it out")
    }
    for key in unused {
      reading.warn(
        key: key, "is of no use to a study of the kind \(study.rawValue.quoted)",
        remedy: "leave it out")
    }
  }

  /// Reports an experiment that the market or the kind of study rules out.
  private func checkExperiment(_ reading: SectionReading<GrowthScenario>) {
    guard let experiment else { return }
    if study == .matching {
      reading.refuse(
        \.experiment, "is of no use to a study of matching", remedy: "leave it out")
    }
    if experiment.units.contains(.community), behaviour.market.acquaintances != nil {
      reading.refuse(
        \.experiment, "assigns communities, and given acquaintances have none",
        remedy: "write unit: ego, or beside: [invite, ego, time]")
    }
  }

  private func checkTargets(_ reading: SectionReading<GrowthScenario>) {
    guard case .own(let targets) = targets else { return }
    if study == .matching, !targets.isEmpty {
      reading.refuse(\.targets, "are of no use to a study of matching", remedy: "leave them out")
    }
    let metrics = targets.map(\.metric)
    for (place, metric) in metrics.enumerated() where metrics[..<place].contains(metric) {
      reading.refuse(
        \.targets, "have two for \(metric)", remedy: "keep one: a metric has one target")
    }
  }

  private func checkGates(_ reading: SectionReading<GrowthScenario>) {
    if !gates.isEmpty {
      if study == .matching {
        reading.refuse(\.gates, "are of no use to a study of matching", remedy: "leave them out")
      }
      if precision != nil {
        // A run that stops at a narrow interval has other interim looks than gates allow.
        reading.refuse(\.precision, "cannot stand beside gates", remedy: "write precision: none")
      }
    }
    guard let most = mostReplications else { return }
    if most < replications {
      reading.refuse(
        \.mostReplications, "must not be fewer than the \(replications) replications at first",
        remedy: "write \(OrderedJSON.integer(replications).asYAML) or more")
    } else if gates.isEmpty {
      reading.warn(\.mostReplications, "has no effect without gates", remedy: "leave it out")
    }
  }

  private func checkRollout(_ reading: SectionReading<GrowthScenario>) {
    guard let rollout else { return }
    if study == .matching {
      reading.refuse(\.rollout, "is of no use to a study of matching", remedy: "leave it out")
    }
    let stages = rollout.stages(in: profile)
    guard let mistake = RolloutSection.mistake(in: stages, days: rollout.days) else {
      if let first = stages.first, first.share >= 1, rollout.holdback == 0,
        rollout.guardrails.contains(where: { $0.floor == nil })
      {
        reading.warn(
          \.rollout,
          "reaches everybody on day 0 (\(first)): no member is left to compare with, and no guardrail "
            + "against a control can find anything",
          remedy: "write stages: [10%@0, 50%@2d, 100%@4d], or holdback: 10%")
      }
      return
    }
    if rollout.stages != nil {
      reading.refuse(\.rollout, "has stages that \(mistake.words)", remedy: mistake.remedy)
    } else {
      reading.refuse(setting: "rollout.stages", mistake.words, remedy: mistake.remedy)
    }
  }

  private func checkCalendar(_ reading: SectionReading<GrowthScenario>) {
    if start != start.monday {
      reading.refuse(
        \.start, "must be midnight of a Monday, by universal time",
        remedy: "write \(start.monday.iso8601)")
    }
    if let crowd = behaviour.arrivals.crowd, crowd.after >= .days(Int64(days)) {
      reading.section(\.behaviour.arrivals).warn(
        \.crowd, "comes after the last of the \(days) days", remedy: "it will not be seen")
    }
  }

  /// Reports settings under which no newcomer can pass through onboarding.
  private func checkJourney(_ reading: SectionReading<GrowthScenario>) {
    var profile = profile
    // The limits without a document's number are keys of the first run, and within bounds.
    var limits = SignUpPolicy()
    limits.numberSwitchLimit = .value(1)
    limits.socialProofLimit = .unused
    limits.otpExpirySeconds = .value(1)
    profile.signUp = profile.signUp.assuming(limits)
    do throws(JourneySettingError) {
      _ = try profile.journeyRules()
    } catch {
      switch error {
      case .required(let settings), .negative(let settings):
        for setting in settings {
          reading.refuse(setting: setting.rawValue, "must be given, and not below 0")
        }
      case .tooLong(let setting, let most):
        reading.refuse(setting: setting.rawValue, "must be at most \(most) seconds")
      case .screenCount(let setting, let asked, let fewest, let most):
        reading.refuse(
          setting: setting.rawValue,
          "is \(asked), but with these policies a journey has from \(fewest) to \(most) screens")
      }
    }
  }

  private func checkPeople(_ reading: SectionReading<GrowthScenario>) {
    let people = behaviour.market.people
    let arrivals = reading.section(\.behaviour.arrivals)
    func words(_ remedy: String) -> String { "must not exceed the \(remedy) people of the market" }
    let spelt = OrderedJSON.integer(people).asYAML
    if behaviour.arrivals.seeds > people {
      arrivals.refuse(\.seeds, words(spelt), remedy: "write at most \(spelt)")
    }
    if behaviour.arrivals.organicPerDay > Double(people) {
      arrivals.warn(
        \.organicPerDay, "is more newcomers a day than the market has people: \(spelt)",
        remedy: "market.people is everybody who could ever join: write more there, or fewer here")
    }
    if let crowd = behaviour.arrivals.crowd, crowd.installs > people {
      arrivals.refuse(\.crowd, "brings more installs than the market has people: \(spelt)")
    }
  }
}

extension Instant {
  /// The midnight of the last Monday until then, by universal time.
  var monday: Instant {
    let week = Interval.days(7).milliseconds
    // The epoch was a Thursday.
    let offset = (milliseconds - Interval.days(4).milliseconds) % week
    return self - Interval(milliseconds: (offset + week) % week)
  }
}
