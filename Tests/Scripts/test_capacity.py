"""scripts/capacity: the wave of a day, the first limits, and the bill."""

from __future__ import annotations

import contextlib
import io
import math
import re
import shlex
import sys
import unittest
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from capacity import bill, command, facts, journeys, limits, load, pages  # noqa: E402
from capacity.load import AUTHENTICATOR_FLOW, AUTHSIGNAL_FLOW, EMAIL_OTP_FLOW, FLOWS, Load  # noqa: E402

SOURCES = pages.sources(ROOT)
JOURNEYS = journeys.journeys(SOURCES.cost)
STARTS = pages.start_times(SOURCES.speed)
MAILS = facts.Fact(3_600, "mails/hour", "a test")


def met(asked: Load) -> list[limits.Met]:
    return limits.first(limits.known(JOURNEYS, asked, MAILS, STARTS), asked)


def dollars(asked: Load, setup: bill.Setup = bill.Setup()) -> dict[str, float]:
    return {line.name: line.dollars for line in bill.bill(asked, JOURNEYS, pages.prices(SOURCES.cost), setup)}


class FactTests(unittest.TestCase):
    def test_every_fact_names_its_source_and_when_it_was_found(self) -> None:
        found = [value for value in vars(facts).values() if isinstance(value, facts.Fact)] + [*facts.USERS.values()]
        self.assertGreaterEqual(len(found), 14)
        for fact in found:
            self.assertRegex(fact.source, r"\A[DS]: \w", fact)
            self.assertRegex(fact.found, r"\A[A-Z][a-z]+ 20\d\d\Z")
            self.assertGreater(fact.value, 0)

    def test_the_prices_are_those_of_the_page_on_cost(self) -> None:
        prices = pages.prices("| Lambda call | $0.20 for a million |\n| Lambda time, x86_64 | $0.5 for a GB-second |\n"
                              "| DynamoDB read unit | $1 for a million |\n| DynamoDB write unit | $2 for a million |\n"
                              "| mail | $100 for a million, through SES |\n| log line | $3 for a GB |\n"
                              "| HTTP API call | $4 for a million |\n")
        self.assertEqual(prices, (0.2 / 1e6, 0.5, 1 / 1e6, 2 / 1e6, 100 / 1e6, 3, 4 / 1e6))

    def test_a_page_without_a_figure_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "no row calls of tables"):
            journeys.journeys(SOURCES.cost.replace("| calls of tables |", "| calls |"))
        with self.assertRaisesRegex(ValueError, "does not say what calls take"):
            pages.assumed("nothing")
        with self.assertRaisesRegex(ValueError, "no default of OtpMails"):
            pages.default(SOURCES.template, "OtpMails")


class JourneyTests(unittest.TestCase):
    def test_the_time_of_calls_is_what_the_page_assumes(self) -> None:
        # 2 ms for a call and 6 ms for a call of a table: five calls besides Define, five of tables. The page rounds.
        self.assertAlmostEqual(JOURNEYS[journeys.PASSKEY].other, (5 * 2 + 5 * 6) / 5 / 1_000, places=3)
        # Verify calls one table and Authsignal once; Create waits.
        calls = JOURNEYS[journeys.AUTHSIGNAL].calls
        self.assertAlmostEqual(calls[journeys.VERIFY][0], (2 + 6 + 100) / 1_000, places=2)
        self.assertEqual((calls[journeys.CREATE], calls[journeys.AUTHENTICATOR]), ([0.6], []))

    def test_the_calls_of_a_journey_are_as_many_as_on_the_page(self) -> None:
        for name, journey in JOURNEYS.items():
            if name != journeys.ADDED:
                self.assertEqual(sum(map(len, journey.calls.values())),
                                 journey.trigger_calls + journey.authenticator_calls, name)

    def test_every_process_has_a_time_to_start(self) -> None:
        self.assertEqual(set(STARTS), {*journeys.TRIGGERS, journeys.AUTHENTICATOR})


class DayTests(unittest.TestCase):
    def test_the_wave_has_the_mean_1_and_its_maximum_at_the_peak(self) -> None:
        for peak in (1, 1.5, 2, 4, 12):
            wave = load.shape(peak)
            values = [wave(second) for second in range(0, load.DAY, 60)]
            self.assertAlmostEqual(sum(values) / len(values), 1, places=5)
            self.assertAlmostEqual(wave(load.PEAK), peak)
            self.assertLessEqual(max(values), peak)

    def test_twice_the_mean_is_a_plain_cosine(self) -> None:
        self.assertAlmostEqual(load.exponent(2), 1)
        self.assertAlmostEqual(load.shape(2)(load.PEAK - load.DAY / 4), 1)

    def test_a_flat_day_has_a_24th_in_each_hour(self) -> None:
        self.assertAlmostEqual(load.busiest_hour(2_400, 1), 100)

    def test_the_busiest_hour_is_one_of_the_clock(self) -> None:
        self.assertEqual(load.PEAK % load.HOUR, load.HOUR / 2)

    def test_the_busiest_second_is_four_deviations_above_the_mean(self) -> None:
        asked = Load(1, 864_000, codes=0, peak=1)
        self.assertAlmostEqual(load.busiest_second(asked, JOURNEYS, lambda _: 1), 10 + 4 * math.sqrt(10))
        self.assertAlmostEqual(load.busiest_second(asked, JOURNEYS, lambda _: 3), 30 + 4 * 3 * math.sqrt(10))

    def test_a_peak_below_the_mean_is_refused(self) -> None:
        for peak in (0.9, 25):
            with self.assertRaises(ValueError):
                load.shape(peak)


class LimitTests(unittest.TestCase):
    def test_each_limit_holds_up_to_its_figure_and_not_beyond(self) -> None:
        for flow in FLOWS:
            asked = Load(1_000_000, 20_000, flow, sign_ups=200)
            found = met(asked)
            self.assertGreater(len(found), 6)
            for one in found:
                within, beyond = (one.limit.demand(asked.scaled(count / asked.sign_ins))
                                  for count in (one.sign_ins, one.sign_ins + 1))
                self.assertLessEqual(within, one.limit.fact.value * (1 + 1e-9), one.limit.name)
                self.assertGreater(beyond, one.limit.fact.value, one.limit.name)

    def test_the_first_limit_is_met_before_all_others(self) -> None:
        for flow in FLOWS:
            asked = Load(1_000_000, 500, flow)
            first, *others = met(asked)
            beyond = asked.scaled((first.sign_ins + 1) / asked.sign_ins)
            self.assertGreater(first.limit.demand(beyond), first.limit.fact.value)
            for other in others:
                self.assertLessEqual(other.limit.demand(beyond), other.limit.fact.value, other.limit.name)

    def test_a_fifth_with_codes_meets_the_daily_quota_of_mails_at_five_times_it(self) -> None:
        def at(asked: Load) -> float:
            return next(one.sign_ins for one in met(asked) if one.limit.name == "SES, mails a day")
        self.assertEqual(at(Load(1, 10, codes=0.2)), 250_000)
        self.assertEqual(at(Load(1, 10, EMAIL_OTP_FLOW)), 50_000)

    def test_a_flat_day_meets_the_mails_of_an_hour_at_24_times_it(self) -> None:
        found = {one.limit.name: one.sign_ins for one in met(Load(1, 10, EMAIL_OTP_FLOW, peak=1))}
        self.assertEqual(found["OtpMailsPerHour of the template"], 24 * 3_600)

    def test_sign_ins_begun_are_counted_once_and_answers_with_the_wrong_ones(self) -> None:
        asked = Load(1, 8_640_000, EMAIL_OTP_FLOW, peak=1, wrong_codes=0.25)
        demands = {one.limit.name: one.demand for one in met(asked)}
        self.assertAlmostEqual(demands["Cognito, sign-ins begun"], 100 + 4 * 10)
        self.assertAlmostEqual(demands["Cognito, answers"], 125 + 4 * math.sqrt(125))

    def test_passkeys_alone_and_authsignal_meet_no_limit_of_mails(self) -> None:
        for asked in (Load(1, 10, codes=0), Load(1, 10, AUTHSIGNAL_FLOW)):
            self.assertFalse([one.limit.name for one in met(asked) if "mail" in one.limit.name.lower()])

    def test_the_count_of_mails_has_as_many_items_as_in_the_module(self) -> None:
        source = (ROOT / "Sources/Modules/EmailCodes/Service/OneTimeCodes+Admission.swift").read_text()
        self.assertIn("min(max(rules.mailsPerHour / 50, 1), 256)", source)
        self.assertEqual([limits.mail_items(mails) for mails in (1, 99, 100, 3_600, 1_000_000)], [1, 1, 2, 72, 256])


class BillTests(unittest.TestCase):
    def test_a_million_of_each_journey_cost_what_the_page_says(self) -> None:
        names = pages.columns(SOURCES.cost, "What a million of them cost")
        table = pages.rows(SOURCES.cost)
        million = 1e6 / bill.DAYS
        loads = {journeys.PASSKEY: Load(1, million, codes=0), journeys.CODE: Load(1, million, codes=1),
                 journeys.SIGN_UP: Load(1, 0, sign_ups=million),
                 journeys.FUNCTION_CODE: Load(1, million, EMAIL_OTP_FLOW),
                 journeys.AUTHSIGNAL: Load(1, million, AUTHSIGNAL_FLOW)}
        rows = {"Lambda, calls": "Lambda, calls", "Lambda, time": "Lambda, time", "DynamoDB, reads": "DynamoDB, reads",
                "DynamoDB, writes": "DynamoDB, writes", "mails": "SES", "log": "CloudWatch, log",
                "HTTP API in place of the function URL": "HTTP API"}
        for name, asked in loads.items():
            lines = dollars(asked, bill.Setup(has_http_api=True))
            for row, line in rows.items():
                expected = pages.number(table[row][names.index(name)])
                self.assertAlmostEqual(lines[line], expected, delta=0.0051, msg=f"{name}: {row}")

    def test_users_cost_what_their_plan_says(self) -> None:
        self.assertAlmostEqual(dollars(Load(10_000, 10))["Cognito, active users"], 150)
        self.assertAlmostEqual(dollars(Load(10_000, 10), bill.Setup("LITE"))["Cognito, active users"], 55)

    def test_metrics_alarms_and_secrets_cost_the_same_at_any_load(self) -> None:
        for sign_ins in (1, 1e6):
            lines = dollars(Load(1, sign_ins), bill.Setup(fixed=pages.fixed(SOURCES.cost, 0), metrics=50))
            found = [round(lines[name], 2)
                     for name in ("CloudWatch, metrics", "series of alarms", "dashboard", "secrets")]
            self.assertEqual(found, [15, 2.8, 3, 1.6])

    def test_more_users_or_sign_ins_never_cost_less(self) -> None:
        for flow in FLOWS:
            asked = Load(100, 100, flow)
            for field in ("users", "sign_ins", "sign_ups"):
                before = 0.0
                for value in (1, 10, 1_000, 10_000_000):
                    after = sum(dollars(replace(asked, **{field: value})).values())
                    self.assertGreaterEqual(after, before, (flow, field))
                    before = after

    def test_codes_cost_more_than_passkeys(self) -> None:
        sums = [sum(dollars(Load(1, 1e6, AUTHENTICATOR_FLOW, codes)).values()) for codes in (0, 0.5, 1)]
        self.assertEqual(sums, sorted(set(sums)))


class CommandTests(unittest.TestCase):
    def test_the_page_shows_what_the_command_prints(self) -> None:
        page = (ROOT / "docs/capacity.md").read_text()
        example = re.search(r"^```\n\$ make capacity ([^\n]+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        assert example
        words = [f"--{name.lower().replace('_', '-')}={value}"
                 for name, _, value in (word.partition("=") for word in shlex.split(example[1]))]
        self.assertEqual(command.answer(words), example[2])

    def test_wrong_options_are_refused(self) -> None:
        for words in ("--users 0 --sign-ins-per-day 1", "--users 1", "--users 1 --sign-ins-per-day 1 --codes 2",
                      "--users 1 --sign-ins-per-day 1 --peak 0.5", "--users 1 --sign-ins-per-day 1 --flow sms",
                      "--users 1 --sign-ins-per-day 1 --sign-ups-per-day -1"):
            with self.assertRaises(SystemExit) as stop, contextlib.redirect_stderr(io.StringIO()):
                command.arguments(words.split())
            self.assertEqual(stop.exception.code, 2, words)

    def test_a_load_beyond_a_limit_is_marked(self) -> None:
        text = command.answer(["--users=9", "--sign-ins-per-day=300", "--mails-per-hour=1"])
        self.assertRegex(text, r"OtpMailsPerHour of the template .* <- NOW\n")
        self.assertIn("the deployment's hour", text)


if __name__ == "__main__":
    unittest.main()
