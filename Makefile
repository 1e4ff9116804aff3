# growthloop: what can be made. A Swift 6.2+ toolchain is the only thing that must be there.

SWIFT ?= swift
# Libraries of the system that the build needs, as Debian names them.
PACKAGES := curl libssl-dev zlib1g-dev libyaml-dev libmicrohttpd-dev libsqlite3-dev libicu-dev \
  libphonenumber-dev libsodium-dev libnghttp2-dev liburing-dev pkg-config
# The same at run time.
LIBRARIES := libssl3 zlib1g libyaml-0-2 libmicrohttpd12 libsqlite3-0 libicu72 libphonenumber8 libsodium23 \
  libnghttp2-14 liburing2
# Where `make install` puts the tool; STATIC=1 takes Swift's own libraries into it.
PREFIX ?= /usr/local
STATIC ?=
SHELL := /bin/bash
# The folder of the tool's documentation.
PICTURED := Sources/Tool/growthloop/Growthloop.docc
# What `make mutants` is asked for: "--help" lists it.
MUTANTS ?=
INSTALLED := $(if $(STATIC),--static-swift-stdlib --build-path .build/static)
UNTESTED := env -u GROWTHLOOP_TESTED $(SWIFT)
STRICT := --explicit-target-dependency-import-check error

.PHONY: help run install test touched room golden docs alarms examples torture attack fuzz mpi import sanitize \
  sanitize-address sanitize-thread sanitize-short sanitized mutants mutants-short schemathesis soak \
  browser browser-short pictures scenarios results effects build-times lint lint-changed format bench packages clean

help: ## lists what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: packages ## builds the tool and decides whether all is ready for launch: a verdict and a report
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@# Undecided (2) is no failure: a machine that others share may leave a time open, and the verdict says so.
	@$$($(SWIFT) build -c release --show-bin-path)/growthloop gate scenarios/launch-readiness.yaml || [ $$? = 2 ]
	@echo "Next, move its numbers on a page: $$($(SWIFT) build -c release --show-bin-path)/growthloop explore scenarios/rin-baseline.yaml"

install: packages ## installs tool, manual page, completions and scenarios below PREFIX (default: /usr/local)
	$(UNTESTED) build -c release --product growthloop $(STRICT) $(INSTALLED)
	@tool=$$($(UNTESTED) build -c release $(INSTALLED) --show-bin-path)/growthloop; to='$(DESTDIR)$(PREFIX)'; \
	set -e; share=$$to/share; \
	mkdir -p $$to/bin $$share/man/man1 $$share/bash-completion/completions \
	  $$share/zsh/site-functions $$share/fish/vendor_completions.d $$share/growthloop; \
	install -m 755 $$tool $$to/bin/growthloop; \
	$$tool man > $$share/man/man1/growthloop.1; \
	$$tool completions bash > $$share/bash-completion/completions/growthloop; \
	$$tool completions zsh > $$share/zsh/site-functions/_growthloop; \
	$$tool completions fish > $$share/fish/vendor_completions.d/growthloop.fish; \
	cp -R scenarios $$share/growthloop/; echo '$(LIBRARIES)' > $$share/growthloop/libraries; \
	echo "growthloop is installed below $$to"

# Tests spend their time in simulations, so they run the optimised rooms. One release build serves run,
# test and bench: it lets tests in. What is installed is built without.
export GROWTHLOOP_TESTED := 1
TESTS := $(SWIFT) build -c release --build-tests $(STRICT)
RUN_TESTS := $(SWIFT) test -c release --skip-build

test: packages ## builds and runs every test
	$(TESTS)
	@echo 'running the tests; the whole log: .build/tests.log'
	@{ $(RUN_TESTS) 2>&1; echo $$? > .build/tests.exit; } | tee .build/tests.log \
	  | awk -v terminal=$$([ -t 1 ] && echo 1 || echo 0) -f Tests/progress.awk; \
	exit $$(cat .build/tests.exit)

# The tests of rooms in which files differ from SINCE, by default the commit before.
TOUCHED = $(shell git diff --name-only $(or $(SINCE),HEAD~1) -- Sources Tests 2>/dev/null | sed -nE \
  -e 's:^Tests/(.*/)?([A-Za-z]+Tests)/.*:\2:p;t' -e 's:^Sources/Tool/growthloop-bench/.*:BenchmarksTests:p;t' \
  -e 's:^Sources/Tool/growthloop/.*:ToolTests:p;t' -e 's:^Sources/(Contacts|Plans|Studies)/.*:\1Tests:p;t' \
  -e 's:^Sources/[A-Za-z]+/([A-Za-z]+)/.*:\1Tests:p' | sort -u)

touched: packages ## runs the tests of the rooms that changed since SINCE (default: the commit before)
	$(TESTS)
	@echo 'touched: $(or $(TOUCHED),no room)'
	$(if $(TOUCHED),@$(RUN_TESTS) --filter '^($(subst $() ,|,$(strip $(TOUCHED))))\.' 2>&1 | grep -E '✘|↳ [^TS]|Test run with|rror:'; \
	  exit $${PIPESTATUS[0]})

room: packages ## builds and runs the tests of one room, with what it stands on: make room R=Prompts
	@[ -n '$(R)' ] || { echo 'which room? make room R=Prompts' >&2; exit 64; }
	GROWTHLOOP_ROOMS='$(R)Tests' $(SWIFT) test --build-path .build/room $(if $(FILTER),--filter '$(FILTER)')

golden: packages ## writes anew what the tests compare towns and tour with, when they are to change
	$(TESTS)
	GROWTHLOOP_WRITE_GOLDEN=1 $(RUN_TESTS) --filter 'ModelTests.GoldenTownTests|ToolTests.TourTests'
	@git --no-pager diff --stat -- Tests

torture: packages ## kills the link service twenty times under load, and starts it anew twenty times under 2,000/s
	$(TESTS)
	GROWTHLOOP_TORTURE_ROUNDS=20 $(RUN_TESTS) --filter 'LinkServiceTests.(ProcessTests|HandoverTests)'

alarms: packages ## draws 4,000 experiments without an effect for each design, and 10,000 with one, in minutes
	$(TESTS)
	@GROWTHLOOP_ALARMS=1 $(RUN_TESTS) --filter 'StudiesTests.(AlarmTests|ObservedFitTests)|ToolTests.(ExploreAlarmTests|ObservedScenarioTests)' 2>&1 \
	  | grep -E '^(alarms|coverage):|✘|Test run with'

# The modules that others may import, each with a catalogue of pages beside it.
DOCUMENTED := Vocabulary Invites Attribution Prompts Onboarding AddressBooks HomeSections Profiles \
  SimulationKernel RandomStreams Statistics

docs: packages ## builds the site of all pages, from the catalogues beside the targets
	@for module in $(DOCUMENTED); do $(SWIFT) build -c release --target $$module || exit 1; done
	@.release/docs '$(DOCUMENTED)'

examples: packages ## runs every example of every page as printed, also those that take a minute
	$(SWIFT) build -c release --product growthloop $(STRICT)
	$(SWIFT) build -c release --product growthloop-bench $(STRICT)
	$(TESTS)
	GROWTHLOOP_EXAMPLES=$$($(SWIFT) build -c release --show-bin-path) $(RUN_TESTS) --filter ToolTests.PagesTests

# The suites that attack: kills, torn and short files, bits that turn over, calls that fail, clocks that
# jump, floods, slow and hostile clients and servers.
ATTACKS := LinkServiceTests\.(ProcessTests|FailingCallTests|ClockTests|FuzzTests|TroubleTests|AttackTests)|LinkStoreTests\.(JournalTests|DamageTests|ErasureTests|BackupTests|StoreTroubleTests|PipelineTests)|TransportTests\.(SlownessTests|RefusalTests|RateLimitTests|PipeliningTests|StopTests|ResponseTests)|LoadGeneratorTests\.RunTests

attack: packages ## attacks the service, its files and the load generator, and says with how much
	$(TESTS)
	@GROWTHLOOP_ATTACK=1 GROWTHLOOP_TORTURE_ROUNDS=25 GROWTHLOOP_FUZZ_REQUESTS=2000 \
	  $(RUN_TESTS) --filter '$(ATTACKS)' 2>&1 | grep -E '^attack:|✘|Test run with'

fuzz: packages ## runs 2,000 random scenarios, and sends the link service 100,000 malformed requests
	GROWTHLOOP_ROOMS=fuzz-scenarios $(SWIFT) build -c release --build-path .build/fuzz --product fuzz-scenarios
	@.build/fuzz/release/fuzz-scenarios $(SCENARIOS)
	$(TESTS)
	GROWTHLOOP_FUZZ_REQUESTS=100000 $(RUN_TESTS) --filter LinkServiceTests.FuzzTests

# The rooms that hold raw memory, and those of them with threads.
HOLDING_THREADS := SimulationKernelTests TransportTests LinkStoreTests LinkServiceTests \
  LoadGeneratorTests
HOLDING_MEMORY := ModelTests $(HOLDING_THREADS)

sanitize: sanitize-address sanitize-thread ## runs what holds memory or threads under the sanitizers

sanitize-address: packages
	@$(MAKE) -s sanitized KIND=address ROOMS='$(HOLDING_MEMORY)'

sanitize-thread: packages
	@$(MAKE) -s sanitized KIND=thread ROOMS='$(HOLDING_THREADS)'

# Of these rooms those that changed, else the first.
HOLDING_MOST := SimulationKernelTests ModelTests LinkStoreTests
SANITIZED = $(or $(filter $(HOLDING_MOST),$(TOUCHED)),$(firstword $(HOLDING_MOST)))

sanitize-short: packages ## what holds raw memory in calendar, model or store, where it changed, in minutes
	@echo 'address sanitizer: $(SANITIZED)'
	@$(MAKE) -s sanitized KIND=address ROOMS='$(SANITIZED)' \
	  FILTER='SimulationKernelTests.*(FreedMemory|Crowding|Room|Extreme|Order)|ModelTests.DeterminismTests|LinkStoreTests.(JournalTests|DamageTests|SchemaTests|MigrationTests|PackedInvitesTests|StoredNumberTests|SealedBoxTests|StoreTroubleTests)'

# A build of its own for each kind. Swift's runtime keeps memory on purpose: leaks are not looked for.
# Freed memory is kept back for a while, so that a late reader is caught, but not more of it than the
# tests allow a service that leaks nothing.
sanitized:
	GROWTHLOOP_ROOMS='$(ROOMS)' $(SWIFT) build --sanitize=$(KIND) --build-path .build/$(KIND) --build-tests
	GROWTHLOOP_ROOMS='$(ROOMS)' ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 \
	  TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test --sanitize=$(KIND) --build-path .build/$(KIND) \
	  --skip-build $(if $(FILTER),--filter '$(FILTER)')

# A build of its own, since all modules see the trait.
MPI_BUILD := -c release --traits MPI --scratch-path .build/mpi

mpi: packages ## builds with the trait MPI, and compares runs among 1 to 8 ranks with one process
	@command -v mpirun >/dev/null || { echo 'install openmpi-bin and libopenmpi-dev' >&2; exit 69; }
	$(SWIFT) build $(MPI_BUILD) --product growthloop $(STRICT)
	@Tests/MPI/ranks.sh $$($(SWIFT) build $(MPI_BUILD) --show-bin-path)/growthloop

import: packages ## builds a package that takes the rules beside targets of the same names
	@SWIFT='$(SWIFT)' Tests/Import/import.sh

schemathesis: packages ## holds the link service to its OpenAPI document, by schemathesis from PyPI
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@Tests/Oracles/schemathesis.sh $$($(SWIFT) build -c release --show-bin-path)/growthloop

browser: packages ## opens the page of explore in Chromium: controls, streams, files, three widths, axe
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@Tests/Browser/browser.sh $$($(SWIFT) build -c release --show-bin-path)/growthloop $(SHOTS)

browser-short: packages ## the same in a minute, one width and scheme; says so where Chromium or PyPI is missing
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@Tests/Browser/browser.sh --short $$($(SWIFT) build -c release --show-bin-path)/growthloop $(SHOTS) || [ $$? = 69 ]

pictures: packages ## takes the screenshots of explore that stand in its documentation
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@Tests/Browser/browser.sh --pictures $$($(SWIFT) build -c release --show-bin-path)/growthloop $(PICTURED)

mutants: packages ## plants 400 small mistakes, one at a time: at least 95 of 100 must be noticed
	@Tests/Mutants/mutants.sh --check
	@Tests/Mutants/mutants.sh $(MUTANTS)

# A module that changed, where its draw fits the minutes that CI has.
CHANGED_MODULE = $(firstword $(filter $(SMALL_MODULES),$(TOUCHED:Tests=)))
SMALL_MODULES := Vocabulary Attribution Prompts Onboarding HomeSections

mutants-short: packages ## plants twenty mistakes that the commit draws, in a module that changed or in any
	@Tests/Mutants/mutants.sh --check
	@Tests/Mutants/mutants.sh --short --count 20 --seed $$(git rev-parse HEAD) \
	  $(if $(CHANGED_MODULE),--module $(CHANGED_MODULE))

soak: packages ## loads the link service for ten minutes, and watches its memory
	$(SWIFT) build -c release --product growthloop $(STRICT)
	$(SWIFT) build -c release --product growthloop-bench $(STRICT)
	@$$($(SWIFT) build -c release --show-bin-path)/growthloop-bench soak

scenarios: packages ## checks the scenarios that come with the tool
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@$$($(SWIFT) build -c release --show-bin-path)/growthloop check scenarios/*.yaml scenarios/*/*.yaml

published: packages ## runs the published campaigns at their size: each must keep its gates
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@bin=$$($(SWIFT) build -c release --show-bin-path); for file in scenarios/published/*.yaml; do \
	  echo "$$file"; $$bin/growthloop simulate $$file --metrics inviters,cascade,members.all || exit; done

results: packages ## writes the reference results of the scenarios that come with the tool
	$(SWIFT) build -c release --product growthloop $(STRICT)
	@tool=$$($(SWIFT) build -c release --show-bin-path)/growthloop; \
	for file in $$(grep -L '^plan:' scenarios/*.yaml); do \
	  folder=results/$$(basename $$file .yaml); mkdir -p $$folder; echo $$folder; \
	  $$tool simulate $$file > $$folder/summary.txt || exit 1; \
	  metrics='--metrics headline'; if grep -q '^study:' $$file; then metrics=; fi; \
	  $$tool simulate $$file $$metrics --json > $$folder/run.json || exit 1; done

effects: packages ## measures the design effects of all metrics, on which intervals of few events rest
	$(SWIFT) build -c release --product growthloop-bench $(STRICT)
	@$$($(SWIFT) build -c release --show-bin-path)/growthloop-bench intervals \
	  --design-effects $$(grep -L '^plan:' scenarios/*.yaml | paste -sd,) > .build/effects.tsv
	@mv .build/effects.tsv $$(find Sources -name DesignEffects.tsv)

bench: packages ## measures decisions, draws, the histogram, the kernel, the model and the search, in release
	$(SWIFT) build -c release --product growthloop-bench $(STRICT)
	@for subject in rules draws histogram kernel model search; do \
	  $$($(SWIFT) build -c release --show-bin-path)/growthloop-bench $$subject || exit 1; echo; done

build-times: packages ## builds the tool anew, and prints the seconds that each target took
	@rm -rf .build/times && mkdir -p .build/times/stats
	@start=$$(date +%s); \
	$(SWIFT) build -c release --product growthloop --build-path .build/times $(STRICT) \
	  -Xswiftc -stats-output-dir -Xswiftc $$PWD/.build/times/stats >.build/times/log \
	  || { cat .build/times/log; exit 1; }; \
	echo "$$(($$(date +%s) - start)) seconds in all, on $$(nproc) cores; of these, by target:"
	@grep -ho '"time\.swift-frontend\.[^-]*-all[^"]*\.wall": *[0-9.e+-]*' .build/times/stats/*.json \
	  | sed -E 's/^"time\.swift-frontend\.([^-]*)-.*: *(.*)$$/\2 \1/' | sort -gr \
	  | awk '$$1 >= 0.1 { printf "%7.1f  %s\n", $$1, $$2 }'

lint: ## checks the format, and that the rules import nothing but rules
lint: LINTED = -r Package.swift Sources Tests
lint-changed: ## the same, but the format of files alone that differ from SINCE (default: HEAD)
lint-changed: LINTED = $(shell git diff --name-only --diff-filter=d $(or $(SINCE),HEAD) -- '*.swift'; \
  git ls-files --others --exclude-standard -- '*.swift')

lint lint-changed:
	$(if $(strip $(LINTED)),$(SWIFT) format lint --strict --parallel $(LINTED))
	@if grep -rnE '^(public |package |internal |private |fileprivate )*import ' Sources/Rules \
	  | grep -vE 'import (Vocabulary|Invites|Attribution|Prompts|Onboarding|AddressBooks|HomeSections|Profiles)$$'; \
	then echo 'lint: a rule module imports something other than rules' >&2; exit 1; fi
	@if grep -rnE '^(public |package |internal |private |fileprivate )*import ' \
	  Sources/Rules/Vocabulary; \
	then echo 'lint: Vocabulary imports nothing' >&2; exit 1; fi
	@if grep -rnE '^(public |package |internal )*import (Invites|Attribution|Prompts|Onboarding|AddressBooks|HomeSections)$$' \
	  Sources/Rules/Invites Sources/Rules/Attribution Sources/Rules/Prompts Sources/Rules/Onboarding \
	  Sources/Rules/AddressBooks Sources/Rules/HomeSections; \
	then echo 'lint: rule modules do not import each other' >&2; exit 1; fi
	@for file in $$(grep -rlE '^@safe' Sources); do \
	  [ $$(grep -cE '^@safe' $$file) = $$(grep -cE '^/// `@safe`: ' $$file) ] \
	  || { echo "lint: $$file: '@safe' without its argument ('/// \`@safe\`: …')" >&2; exit 1; }; done
	@echo 'lint: nothing to remark'

format: ## lays the sources out as lint wants them
	$(SWIFT) format -i --parallel -r Package.swift Sources Tests

packages:
	@missing=''; for package in $(PACKAGES); do \
	  dpkg -s $$package >/dev/null 2>&1 || missing="$$missing $$package"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if ! command -v apt-get >/dev/null; then \
	  if pkg-config --exists openssl zlib yaml-0.1 libmicrohttpd sqlite3 icu-i18n libsodium libnghttp2 liburing 2>/dev/null; then exit 0; fi; \
	  echo "growthloop needs the development files of these libraries:$$missing (Debian's names)" >&2; \
	  exit 69; fi; \
	if [ "$$(id -u)" != 0 ]; then \
	  echo "growthloop needs some Debian packages. Run this, then make again:" >&2; \
	  echo "  sudo apt-get install -y$$missing" >&2; exit 69; fi; \
	echo "growthloop: installing Debian packages:$$missing"; \
	apt-get update -q >/dev/null && \
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing >/dev/null

clean: ## removes what was built
	$(SWIFT) package clean
