# The commands for development and deployment; `make` lists them. Each target first installs what it needs and what a
# fresh Debian or Ubuntu machine lacks (see scripts/install.sh).

# A value on make's command line may come from a stranger, such as a user's name. make would expand it where a recipe
# names it, and for every recipe when it exports it. So each value becomes plain text first. A recipe never names a
# value but has the shell read it from the environment ("$$POOL"). Only ARGS is text for the shell.
override GIVEN := $(foreach name,$(.VARIABLES),$(if $(filter command%,$(origin $(name))),$(name)))
$(foreach name,$(GIVEN),$(eval override export $(name) := $$(value $(name))))

# $(call option,--pool,POOL) is --pool with the value of POOL, and nothing if POOL is empty.
override option = $(if $(value $(2)),$(1) "$$$(2)")
# The same for variables that shells set, too: only those of make's command line are meant. Such a value may be empty or
# begin with a hyphen.
override given = $(if $(filter $(2),$(GIVEN)),$(1)="$$$(2)")
# $(call flag,--dist,DIST) is --dist unless DIST is empty.
override flag = $(if $(value $(2)),$(1))

# Where scripts/install-swift.sh puts Swift if the machine has none.
export PATH := $(value PATH):$(abspath .build/swift/usr/bin)
# Python keeps what it has compiled, because each process would compile the AWS SDK anew, but not beside the sources.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.build/pycache
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
override SWIFT_SOURCES := Package.swift Sources Tests
override SANDBOX_TOOL := .build/debug/sandbox
# SwiftPM refuses an import that no dependency of the target declares. With BUILD_ONCE, what debuggers and the next build
# need is left out, and one compiler process does a whole module: two thirds of the processor time. No module holds code
# of another one, so that make mutation can compile one alone. With BUILT, nothing has changed since the last build.
override SWIFT_BUILD = $(if $(value BUILT),@:,swift build \
    --explicit-target-dependency-import-check error $(call flag,$(ONCE),BUILD_ONCE))
override ONCE := -debug-info-format none -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-cmo \
    -Xswiftc -no-emit-module-separately-wmo
override BOOTSTRAPS = $(call flag,--bootstraps dist,DIST)
# The folders of scripts/ are packages.
override RUN_SCRIPT := PYTHONPATH=scripts:operators/src
override TOOLS_PYTHON := .build/tools/bin/python
# Tests that start processes must answer within real time limits on a busy machine, so they run one at a time, and all
# others side by side. What one run picks by this pattern the other one leaves out, so that no test is lost.
override IN_PROCESS := OpenIDProviderTests SoftwarePasskeyTests TestKeysTests
override OF_PROCESSES := HTTPSTests LambdaRuntimeTests \
    $(filter-out $(IN_PROCESS),$(notdir $(wildcard Tests/Functions/*Tests Tests/Development/*Tests)))
override OF_PROCESSES_PATTERN := '^($(subst $() ,|,$(OF_PROCESSES)))\.'
override SWIFT_TEST := swift test --skip-build --disable-xctest --quiet
override DEPLOYED = $(call option,--stack,STACK) $(call option,--config-env,CONFIG_ENV) \
    $(call option,--monitoring,MONITORING) $(call flag,--dist,DIST)

# What a newcomer wants, in this order. The other targets follow below the headings that the lines with ##@ name.
override FIRST := demo sandbox replay test package deploy

##@ Build and check the sources
help: ## List the targets
	@awk -v first="$(FIRST)" -f scripts/help.awk Makefile

# The first build is long, and swift shows its progress only at a terminal.
override FIRST_BUILD = @[ -e .build/debug/sandbox ] || \
    echo "The first build fetches a Swift package and compiles everything:" \
    "usually 3 to 8 minutes. Later builds take seconds."

build: ## Build everything for development
	@scripts/install.sh build
	$(FIRST_BUILD)
	$(SWIFT_BUILD)

check: build ## Check a change in about a minute: format, layout, pages, template, replay, changed modules' tests (BASE=commit)
	@$(MAKE) --no-print-directory lint check-targets check-docs template-tests
	@$(SWIFT_BUILD) --build-tests
	@tests=$$($(RUN_SCRIPT) python3 -m sources.changed_tests $${BASE:+"$$BASE"}) && \
	    if [ -n "$$tests" ]; then $(SWIFT_TEST) --no-parallel --filter "$$tests"; else echo "No module has changed."; fi
	@$(SANDBOX_TOOL) replay

test: ## Check format, layout, pages and template, and run the whole test suite
	@$(MAKE) --no-print-directory -j 2 --output-sync lint check-layout check-docs template-tests
	$(FIRST_BUILD)
	$(SWIFT_BUILD) --build-tests
	@scripts/progress.sh "Tests within one process" "a minute" $(SWIFT_TEST) --parallel --skip $(OF_PROCESSES_PATTERN)
	@scripts/progress.sh "Tests of processes" "two minutes" $(SWIFT_TEST) --no-parallel --filter $(OF_PROCESSES_PATTERN)

##@ Test further
model: ## Walk the model of the sign-in further than `make test` does (DEPTH=3 SEED=1 WALKS=100 FLOW=EMAIL_OTP)
	@scripts/install.sh build
	$(SWIFT_BUILD) --build-tests
	MODEL_DEPTH="$${DEPTH:-3}" MODEL_WALKS="$${WALKS:-100}" MODEL_SEED="$${SEED:-$$(date +%s)}" MODEL_FLOW="$$FLOW" \
	    swift test --skip-build --disable-xctest --no-parallel --filter SignInModelTests

##@ Build and check the sources
check-layout: ## Check where the package's targets lie, and that dependencies point down
	@scripts/install.sh build
	@mkdir -p .build
	@# Two files at a time: what they test mostly starts programs.
	@ls Tests/Scripts | grep ^test_ | $(RUN_SCRIPT) xargs -P 2 -I{} sh -c "python3 -m unittest discover \
	    --quiet --start-directory Tests/Scripts --pattern {} >.build/{}.log 2>&1 || { cat .build/{}.log; exit 1; }"
	@$(MAKE) --no-print-directory check-targets

check-targets: ## Check where the package's targets lie, without testing the check itself
	@# Through a file: a pipe would hide a failure of the first command.
	@mkdir -p .build && swift package dump-package >.build/package.json
	@$(RUN_SCRIPT) python3 -m sources.check_layout .build/package.json

template-tests: ## Check what the templates promise, the quick part of check-template
	@scripts/install.sh template
	@$(RUN_SCRIPT) $(TOOLS_PYTHON) -m unittest discover --quiet --start-directory Tests/Deployment \
	    --pattern 'test_template*.py'

check-docs: ## Check that the pages name only what exists, and list every module and variable
	@scripts/install.sh build
	@$(RUN_SCRIPT) python3 -m sources.check_docs

lint: ## Check the format of every Swift file
	@scripts/install.sh build
	swift format lint --strict --recursive --configuration .swift-format $(SWIFT_SOURCES)

format: ## Format every Swift file, and write the links to tests on pages
	swift format --in-place --recursive --configuration .swift-format $(SWIFT_SOURCES)
	@$(RUN_SCRIPT) python3 -m sources.threat_model

##@ Test further
fuzz: ## Fuzz the modules with libFuzzer and the address sanitizer (SECONDS=20 a target, SEED=1, TARGET=verify, INPUT=file)
	@scripts/install.sh build
	@Tests/Fuzzing/fuzz.py --seconds "$${SECONDS:-20}" $(call option,--seed,SEED) \
	    $(call option,--target,TARGET) $(call option,,INPUT)

##@ Try it
demo: build ## Tell the story of one sign-in (DIST=1 for zips)
	@$(SANDBOX_TOOL) demo $(BOOTSTRAPS)

sandbox: build ## Serve user pool, authenticator and a web page on http://localhost:8377 (ARGS="--mode authsignal …")
	@$(SANDBOX_TOOL) serve $(BOOTSTRAPS) $(ARGS)

replay: build ## Replay the cases in events/ (EVENT=FILE, FILE#CASE or sign-in.json for one, ARGS=--print, DIST=1)
	@$(SANDBOX_TOOL) replay $(BOOTSTRAPS) $(ARGS) $(call option,,EVENT)

##@ Test further
faults: build ## Let the services fail that the functions call, in every way (FILTER=SES, DIST=1 for zips)
	@$(SANDBOX_TOOL) faults $(BOOTSTRAPS) $(call option,--filter,FILTER) $(ARGS)

soak: build ## Send each function many events and watch memory, files and times (EVENTS=200000, FUNCTION=, DIST=1)
	@$(SANDBOX_TOOL) soak --events "$${EVENTS:-200000}" $(call option,--function,FUNCTION) $(BOOTSTRAPS) $(ARGS)

timing: build ## Compare the times of real processes for users and unknown names (SAMPLES=200, FILTER=Verify, DIST=1)
	@$(SANDBOX_TOOL) timing --samples "$${SAMPLES:-200}" $(call option,--filter,FILTER) $(BOOTSTRAPS) $(ARGS)

##@ Package
package: ## Make dist/<Function>.zip, each one static executable, and the templates
	@scripts/install.sh package
	@scripts/install.sh template
	scripts/zips/package.sh

templates:
	@scripts/install.sh template
	@$(RUN_SCRIPT) $(TOOLS_PYTHON) -m template.distributed

dist: package ## Make all that a release publishes: also sandbox, wheels, npm packages and the Terraform module
	@scripts/install.sh cdk
	@scripts/install.sh wheel
	scripts/dist.sh

static-sandbox: ## Make dist/sandbox, one static executable, and run it with the zips in an empty root directory
	@scripts/install.sh package
	scripts/zips/sandbox.sh
	@scripts/install.sh check
	Tests/Packages/check-sandbox.sh

check-package: ## Check the zips, run the functions in an empty root directory and in a hostile one, and build the zips again (SHORT=1 does not)
	@scripts/install.sh check
	Tests/Packages/check-static.sh
	$(if $(value SHORT),,Tests/Packages/check-reproducible.sh)

release: ## Check and package a release, write its notes and print the commands for its tag (VERSION=1.2.3), or check that the files are those of its tag (TAGGED=1)
	@test -n "$$VERSION" || { echo "usage: make release VERSION=1.2.3 [TAGGED=1]"; exit 2; }
	@scripts/install.sh release
	@scripts/release/release.py before "$$VERSION" $(call flag,tagged,TAGGED)
	$(MAKE) package
	$(MAKE) check-package
	@scripts/install.sh cdk
	@scripts/install.sh wheel
	scripts/dist.sh
	@scripts/release/release.py after "$$VERSION" $(call flag,tagged,TAGGED)

check-template: ## Check template.yaml, monitoring.yaml, the CDK construct and the deployment scripts (SHORT=1 lints less)
	@scripts/install.sh template
	@scripts/install.sh cdk
	scripts/template/check-template.sh

##@ Test further
e2e: build ## Play the journeys and run real clients on the sandbox (ARGS="-k page", SHORT=1 plays less in the browser), or take pictures of the page (PICTURES=1 ONLY=welcome DOCS=1)
	@scripts/install.sh samples
	@scripts/install.sh e2e
	Tests/EndToEnd/e2e.sh $(if $(value PICTURES),--pictures $(call option,--only,ONLY) \
	    $(call flag,--docs docs/sandbox.png,DOCS),$(call flag,--short,SHORT)) $(ARGS)

rehearse: build $(if $(value DIST),,package) ## Deploy the template on emulated AWS and play the journeys there (ACTIONS=1 takes single rights away, FROM=commit upgrades a stack of that commit, DIST=1 what is in dist/, SHORT=1 plays less, ARGS="-k pool")
	@scripts/install.sh template
	@scripts/install.sh rehearsal
	@scripts/install.sh cdk
	@scripts/install.sh wheel
	Tests/Rehearsal/rehearse.sh $(call flag,--short,SHORT) $(ARGS)

differential: ## Compare our verdicts with those of other libraries, on inputs from a seed (SEED=1 COUNT=1000 KIND=jwt)
	@scripts/install.sh build
	@scripts/install.sh differential
	$(SWIFT_BUILD) --product differential-oracle
	@.build/differential/tools/bin/python Tests/Differential/differential.py \
	    --oracle .build/debug/differential-oracle $(call option,--seed,SEED) $(call option,--count,COUNT) \
	    $(call option,--kind,KIND)

mutation: ## Break the conditions of the functions one at a time; tests must notice (CHANGED=1, SAMPLE=10 SEED=1, MUTANT=text)
	@scripts/install.sh build
	$(SWIFT_BUILD) --build-tests
	Tests/Mutation/mutation.py $(if $(value CHANGED),--changed) $(call option,--sample,SAMPLE) \
	    $(call option,--seed,SEED) $(call option,--only,MUTANT)

bench: package ## Measure the packaged functions and, for comparison, a C loop on the same libcurl
	@scripts/install.sh build
	Tests/Bench/bench.sh

##@ Deploy and operate
deploy: ## Show what changes, ask, package the functions (DIST=1 takes what is in dist/) and deploy template.yaml (STACK=, CONFIG_ENV=) or monitoring.yaml (MONITORING=1); ARGS=--yes asks nothing
	$(if $(value DIST),,@$(MAKE) --no-print-directory templates)
	@scripts/passkeys deploy --prepare $(DEPLOYED) $(ARGS)
	$(if $(or $(value MONITORING),$(value DIST)),,$(MAKE) package)
	@scripts/passkeys deploy --prepared $(DEPLOYED) $(ARGS)

app-settings: ## Print the settings of the sample apps with the outputs of a stack: STACK=name [REGION=] [APP=web]
	@test -n "$$STACK" || { echo "usage: make app-settings STACK=name [REGION=] [APP=web]"; exit 2; }
	@scripts/passkeys app-settings $(call option,--stack,STACK) $(call option,--region,REGION) $(call option,--app,APP)

remove: ## Remove a stack with its users, passkeys, secrets and logs; asks first: STACK=name [REGION=] [ARGS="--dry-run"]
	@test -n "$$STACK" || { echo "usage: make remove STACK=name [REGION=]"; exit 2; }
	@scripts/passkeys remove $(call option,--stack,STACK) $(call option,--region,REGION) $(ARGS)

attach: ## Attach the deployed functions to an existing pool: POOL=id CLIENT=id [STACK=name] [REGION=] [ARGS="--dry-run", or "--print" for the code of its owner]
	@test -n "$$POOL" -a -n "$$CLIENT" || { echo "usage: make attach POOL=id CLIENT=id [STACK=name] [REGION=]"; exit 2; }
	scripts/passkeys attach --pool "$$POOL" --client "$$CLIENT" \
	    $(call option,--stack,STACK) $(call option,--region,REGION) $(ARGS)

detach: ## Take the functions out of an existing pool, and put back what was there: POOL=id STACK=name [REGION=] [ARGS="--dry-run"]
	@test -n "$$POOL" -a -n "$$STACK" || { echo "usage: make detach POOL=id STACK=name [REGION=]"; exit 2; }
	@scripts/passkeys detach --pool "$$POOL" $(call option,--stack,STACK) $(call option,--region,REGION) $(ARGS)

check-pool: ## Name the ways around the triggers in a pool: POOL=id CLIENT=id [STACK=name] [REGION=] [ENDPOINT=url]
	@test -n "$$POOL" -a -n "$$CLIENT" || { echo "usage: make check-pool POOL=id CLIENT=id [STACK=name]"; exit 2; }
	@scripts/passkeys check-pool --pool "$$POOL" --client "$$CLIENT" \
	    $(call option,--stack,STACK) $(call option,--region,REGION) $(call option,--endpoint,ENDPOINT) $(ARGS)

##@ Build and check the sources
clean: ## Remove everything built
	rm -rf .build dist

.PHONY: help build check test model check-layout check-targets template-tests check-docs lint format fuzz demo sandbox replay faults soak timing \
    package dist static-sandbox check-package release check-template e2e rehearse differential mutation bench deploy app-settings remove \
    templates attach detach check-pool clean
