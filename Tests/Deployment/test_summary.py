"""What `make deploy` shows before it makes anything: the resources of the template, and the figures of docs/cost.md."""

from __future__ import annotations

import unittest

import samconfig_examples
from cognito_passkeys.cost.figures import FIGURES, FLOWS, each_month, of_sign_ins
from cognito_passkeys.deployment import questions, samconfig, summary


def given(kind: str) -> dict[str, str]:
    return samconfig.parameters(samconfig.settings(samconfig_examples.text(kind)))


class SummaryTests(unittest.TestCase):
    def test_what_is_made_depends_on_the_way_to_sign_in_and_on_the_pool(self) -> None:
        made = {kind: summary.resources(given(kind)) for kind in questions.KINDS}
        table, function, pool = "AWS::DynamoDB::Table", "AWS::Lambda::Function", "AWS::Cognito::UserPool"
        self.assertEqual([made[kind][table] for kind in ("own-authenticator", "email-code")], [2, 1])
        self.assertEqual([made[kind][function] for kind in ("own-authenticator", "authsignal", "email-code")],
                         [6, 5, 4])
        existing = summary.resources(given("signed") | {"ExistingUserPoolId": "eu-west-1_Ab", "AllowedClientIds": "a"})
        self.assertEqual((made["signed"][pool], existing.get(pool)), (1, None))

    def test_its_sums_are_those_of_the_page(self) -> None:
        for kind, flow in zip(("own-authenticator", "email-code", "authsignal"), FLOWS, strict=True):
            lines = list(summary.lines(given(kind)))
            cost = [float(line.split()[0][1:]) for line in lines if line.startswith("  $")]
            self.assertAlmostEqual(cost[0], each_month("secrets", flow), 2, kind)
            alarms = each_month("series of alarms, with `UseAlarms`", flow)
            self.assertAlmostEqual(cost[1], alarms + 20 * 0.30, 2, kind)
            self.assertAlmostEqual(cost[2], of_sign_ins(1_000, flow), 2, kind)
            self.assertEqual(cost[3], FIGURES["prices"]["user a month, `LITE`"][0])

    def test_metrics_cost_more_and_a_pool_of_one_s_own_less(self) -> None:
        for own, secrets in (({}, "$0.80 a month for 2 secrets\n"),
                             ({"FunctionMetrics": "true"}, "$15.80 a month for 2 secrets and about 50 series")):
            text = "\n".join(summary.lines(given("signed") | {
                "ExistingUserPoolId": "eu-west-1_Ab", "AllowedClientIds": "a", **own}))
            self.assertIn(f"\n  {secrets}", text)
            self.assertNotIn("to Cognito", text)

    def test_every_line_fits_a_terminal(self) -> None:
        for kind in questions.KINDS:
            self.assertLessEqual(max(map(len, summary.lines(given(kind)))), 120, kind)
