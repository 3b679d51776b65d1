"""The package `cost`: the limits that a load meets, its bill, and the tables of docs/cost.md."""

from __future__ import annotations

import contextlib
import io
import math
import re
import tempfile
import unittest
from pathlib import Path

from cognito_passkeys.cost import figures, load
from cognito_passkeys.cost.load import FLOWS, Load
from cognito_passkeys.verbs import command_line
from sources import cost_page as page

ROOT = Path(__file__).resolve().parents[2]


def dollars(asked: Load, **options: object) -> dict[str, float]:
    return {line.name: line.dollars for line in load.bill(asked, **options)}


class FigureTests(unittest.TestCase):
    def test_every_limit_names_its_source_and_is_asked_of(self) -> None:
        for name, limit in figures.LIMITS.items():
            self.assertRegex(limit.source, r"\A([DS]: \w|the parameter's default)", name)
            self.assertGreater(limit.value, 0)
        self.assertEqual(set(load.demands(Load(1, 1))), set(figures.LIMITS))

    def test_each_journey_has_each_count_and_each_flow_what_each_month_costs(self) -> None:
        for rows, width in (("counts", len(figures.JOURNEYS)), ("monthly", len(FLOWS) + 1)):
            self.assertEqual({len(row) for row in figures.FIGURES[rows].values()}, {width})

    def test_what_is_free_is_of_something_that_has_a_price(self) -> None:
        self.assertLessEqual(figures.FIGURES["free each month"].keys(), figures.FIGURES["prices"].keys())
        self.assertNotIn("user a month, `PLUS`", figures.FIGURES["free each month"])

    def test_the_page_for_deciding_has_the_plans_with_and_without_what_is_free(self) -> None:
        text = (ROOT / "docs/is-this-for-you.md").read_text(encoding="utf-8")
        for plan in ("LITE", "ESSENTIALS"):
            name, users = f"user a month, `{plan}`", 50_000
            free, _ = figures.FIGURES["free each month"][name]
            self.assertIn(f"`{plan}`: ${users * figures.price(name):,.0f} a month for {users:,} users, "
                          f"${(users - free) * figures.price(name):,.0f} if {free:,} of them are free", text)

    def test_the_mails_of_an_hour_are_the_template_s(self) -> None:
        template = (ROOT / "template.yaml").read_text(encoding="utf-8")
        default = re.search(r"^  OtpMailsPerHour:\n(?:    .*\n)*?    Default: (\d+)$", template, re.MULTILINE)
        self.assertEqual(figures.LIMITS["OtpMailsPerHour of the template"].value, int(default[1]) if default else None)


class LimitTests(unittest.TestCase):
    def test_each_limit_holds_up_to_its_figure_and_not_beyond(self) -> None:
        for flow in FLOWS:
            asked = Load(1_000_000, 20_000, flow, sign_ups=200)
            found = load.met(asked)
            self.assertGreaterEqual(len(found), 6)
            self.assertEqual([one.sign_ins for one in found], sorted(one.sign_ins for one in found))
            for one in found:
                within, beyond = (load.demands(asked.scaled(count / asked.sign_ins))[one.name]
                                  for count in (one.sign_ins, one.sign_ins + 1))
                self.assertLessEqual(within, one.limit.value * (1 + 1e-9), one.name)
                self.assertGreater(beyond, one.limit.value, one.name)

    def test_the_figures_are_those_that_one_computes_by_hand(self) -> None:
        for asked, name, sign_ins in (
            # A fifth with codes meets the daily quota of mails at five times it.
            (Load(1, 10, codes=0.2), "SES, mails a day", 250_000),
            (Load(1, 10, "email-otp"), "SES, mails a day", 50_000),
            # A flat day has a 24th in each hour.
            (Load(1, 10, "email-otp", peak=1), "OtpMailsPerHour of the template", 24 * 3_600),
            (Load(1, 10, "email-otp", peak=2), "OtpMailsPerHour of the template", 12 * 3_600),
        ):
            self.assertEqual({one.name: one.sign_ins for one in load.met(asked)}[name], sign_ins)

    def test_sign_ins_begun_are_counted_once_and_answers_with_the_wrong_ones(self) -> None:
        found = load.demands(Load(1, 8_640_000, "email-otp", peak=1))
        self.assertAlmostEqual(found["Cognito, sign-ins begun"], 100 + 4 * 10)
        self.assertAlmostEqual(found["Cognito, answers"], 110 + 4 * math.sqrt(110))

    def test_the_busiest_second_is_four_deviations_above_the_mean(self) -> None:
        asked = Load(1, 864_000, codes=0, peak=1)
        units = figures.count(load.PASSKEY, "write units")
        self.assertAlmostEqual(asked.busiest("write units"), 10 * units + 4 * units * math.sqrt(10))

    def test_passkeys_alone_and_authsignal_meet_no_limit_of_mails(self) -> None:
        for asked in (Load(1, 10, codes=0), Load(1, 10, "authsignal")):
            self.assertFalse([one.name for one in load.met(asked) if "mail" in one.name.lower()])


class BillTests(unittest.TestCase):
    def test_a_million_of_each_journey_cost_what_the_page_says(self) -> None:
        a_day = 1e6 / load.DAYS
        for name, asked in ((load.PASSKEY, Load(1, a_day, codes=0)), (load.CODE, Load(1, a_day, codes=1)),
                            (load.SIGN_UP, Load(1, 0, sign_ups=a_day)), (load.FUNCTION_CODE, Load(1, a_day, "email-otp")),
                            (load.AUTHSIGNAL, Load(1, a_day, "authsignal"))):
            found, expected = dollars(asked, has_http_api=True), figures.million(name)
            for row, line in {"mails": "SES", "log": "CloudWatch, log",
                              "HTTP API in place of the function URL": "HTTP API"}.items():
                expected[line] = expected.pop(row)
            for line, amount in expected.items():
                self.assertAlmostEqual(found[line], amount, msg=f"{name}: {line}")

    def test_users_cost_what_their_plan_says_and_the_rest_the_same_at_any_load(self) -> None:
        for plan, amount in (("ESSENTIALS", 150), ("LITE", 55), ("PLUS", 200)):
            self.assertAlmostEqual(dollars(Load(10_000, 10), plan=plan)["Cognito, active users"], amount)
        same = ("CloudWatch, metrics", "series of alarms", "dashboard", "secrets")
        few, many = (dollars(Load(1, sign_ins)) for sign_ins in (1, 1e6))
        self.assertEqual([few[name] for name in same], [many[name] for name in same])

    def test_some_sign_ins_cost_what_the_bill_adds_for_them(self) -> None:
        for flow in FLOWS:
            for codes in (0.2, 1.0):
                few, more = (sum(dollars(Load(9, sign_ins, flow, codes)).values()) for sign_ins in (1, 101))
                self.assertAlmostEqual(load.of_sign_ins(100 * load.DAYS, flow, codes), more - few)

    def test_more_users_sign_ins_or_codes_never_cost_less(self) -> None:
        for flow in FLOWS:
            for field, values in (("users", (1, 10, 10_000_000)), ("sign_ins", (1, 10, 10_000_000)),
                                  ("sign_ups", (1, 10, 10_000_000)), ("codes", (0, 0.5, 1))):
                sums = [sum(dollars(Load(100, 100, flow)._replace(**{field: value})).values()) for value in values]
                self.assertEqual(sums, sorted(sums), (flow, field))


class CommandTests(unittest.TestCase):
    def test_wrong_options_are_refused(self) -> None:
        for words in ("--users 0 --sign-ins-per-day 1", "--users 1", "--users 1 --sign-ins-per-day 1 --codes 2",
                      "--users 1 --sign-ins-per-day 1 --peak 0.5", "--users 1 --sign-ins-per-day 1 --flow sms",
                      "--users 1 --sign-ins-per-day 1 --sign-ups-per-day -1"):
            with self.assertRaises(SystemExit) as stop, contextlib.redirect_stderr(io.StringIO()):
                command_line.main(["cost", *words.split()])
            self.assertEqual(stop.exception.code, 2, words)

    def test_a_load_beyond_a_limit_is_marked(self) -> None:
        verb, parser = command_line.parser_of("cost")
        text = verb.text(parser.parse_args("--users=9 --sign-ins-per-day=300 --mails-per-hour=1".split()))
        self.assertRegex(text, r"OtpMailsPerHour of the template .* <- NOW\n")


class PageTests(unittest.TestCase):
    def test_a_table_that_is_not_up_to_date_is_named_and_can_be_written_anew(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            copy = Path(name) / page.PAGE
            copy.parent.mkdir()
            text = (ROOT / page.PAGE).read_text(encoding="utf-8")
            copy.write_text(text.replace("| mails sent | 0 |", "| mails sent | 7 |"), encoding="utf-8")
            self.assertEqual([fault.split(" is not")[0] for fault in page.faults(Path(name))],
                             [f"{page.PAGE}: the table counts"])
            self.assertEqual(page.written(copy.read_text(encoding="utf-8")), text)
            copy.write_text(text.replace("<!-- generated: prices -->", ""), encoding="utf-8")
            self.assertEqual([fault.split(" is not")[0] for fault in page.faults(Path(name))],
                             [f"{page.PAGE}: the table prices"])
