"""The figures of `cost`, and the tables of docs/cost.md that come from them."""

from __future__ import annotations

import re
import tempfile
import unittest
from pathlib import Path

from cognito_passkeys.cost import figures
from sources import cost_page as page

ROOT = Path(__file__).resolve().parents[2]


class FigureTests(unittest.TestCase):
    def test_every_limit_names_its_source_and_is_asked_of(self) -> None:
        limits = figures.FIGURES["limits"]
        for name, (value, *_, source) in limits.items():
            self.assertRegex(source, r"\A([DS]: \w|the parameter's default)", name)
            self.assertGreater(value, 0)
        self.assertEqual({*page.taken(figures.CODE), "Cognito, sign-ups"}, set(limits))

    def test_each_journey_has_each_count_and_each_flow_what_each_month_costs(self) -> None:
        for rows, width in (("counts", len(figures.JOURNEYS)), ("monthly", len(figures.FLOWS) + 1)):
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
        self.assertEqual(figures.FIGURES["limits"]["`OtpMailsPerHour` of the template"][0], int(default[1]) if default else None)


class SumTests(unittest.TestCase):
    def test_the_limits_are_met_by_as_many_sign_ins_as_one_computes_by_hand(self) -> None:
        for name, journey, sign_ins in (
            ("SES, mails a day", figures.CODE, "50,000"),
            # The busiest hour has four 24ths of a day.
            ("`OtpMailsPerHour` of the template", figures.CODE, "21,600"),
            ("SES, mails a second", figures.CODE, "302,000"),
            ("Cognito, sign-ins begun", figures.PASSKEY, "2,590,000"),
            ("SES, mails a day", figures.PASSKEY, "–"),
        ):
            self.assertEqual(page.a_day(name, journey), sign_ins, name)

    def test_sign_ins_cost_what_their_journeys_cost_in_their_shares(self) -> None:
        def of(journey: str) -> float:
            return sum(amount for row, amount in figures.million(journey).items() if row != figures.ON_TOP[-1])

        self.assertAlmostEqual(figures.of_sign_ins(1e6, "email-otp"), of(figures.FUNCTION_CODE))
        self.assertAlmostEqual(
            figures.of_sign_ins(500, "authenticator"), (0.8 * of(figures.PASSKEY) + 0.2 * of(figures.CODE)) * 500 / 1e6)
        self.assertEqual({flow: sum(shares.values()) for flow, shares in figures.FLOWS.items()},
                         dict.fromkeys(figures.FLOWS, 1))

    def test_each_way_to_sign_in_has_alarms_and_secrets_of_its_own(self) -> None:
        self.assertEqual([round(figures.each_month("secrets", flow), 2) for flow in figures.FLOWS], [1.6, 1.2, 0.8])


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
