"""scripts/capacity: the simulated day, and the services in it."""

from __future__ import annotations

import itertools
import sys
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from capacity import journeys, load, pages, processes  # noqa: E402
from capacity.codes import Codes, UsedProofs  # noqa: E402
from capacity.load import EMAIL_OTP_FLOW, FLOWS, Load  # noqa: E402
from capacity.processes import Lambda  # noqa: E402
from capacity.quotas import Quotas, Window  # noqa: E402
from capacity.simulation import Day, Habits, Simulation  # noqa: E402

SOURCES = pages.sources(ROOT)
JOURNEYS = journeys.journeys(SOURCES.cost)
STARTS = pages.start_times(SOURCES.speed)
UNRULY = Habits(lost=0.05, slow=0.05, replays=0.2)


def day(asked: Load, quotas: Quotas = Quotas(), seed: int = 1, habits: Habits = Habits(), most: int = 20_000) -> Day:
    return Simulation(asked, JOURNEYS, STARTS, quotas, seed, habits, most).run()


class DayTests(unittest.TestCase):
    def test_nobody_appears_or_vanishes(self) -> None:
        for flow, quotas, habits in itertools.product(FLOWS, (Quotas(), Quotas(starts=1, concurrency=2)),
                                                      (Habits(), UNRULY)):
            found = day(Load(300, 300, flow), quotas, habits=habits)
            self.assertGreater(found.started, 200)
            self.assertGreaterEqual(found.in_flight, 0)
            self.assertEqual(found.started, found.won + sum(found.lost.values()) + found.in_flight)
            self.assertEqual(found.won, len(found.waits))

    def test_who_is_still_at_it_at_the_end_is_in_flight(self) -> None:
        found = day(Load(300, 86_400, codes=1, peak=1), Quotas().raised(), most=300)
        # Somebody arrives every second, and a code takes 7 to 40 seconds.
        self.assertGreater(found.in_flight, 5)
        self.assertLess(found.in_flight, 60)

    def test_the_same_seed_gives_the_same_day(self) -> None:
        asked = Load(100, 200)
        self.assertEqual(day(asked, habits=UNRULY), day(asked, habits=UNRULY))
        self.assertNotEqual(day(asked).waits, day(asked, seed=2).waits)

    def test_about_as_many_sign_in_as_asked(self) -> None:
        found = day(Load(100, 2_000, codes=0))
        # Five standard deviations of independent arrivals.
        self.assertLess(abs(found.started - 2_000), 5 * 2_000 ** 0.5)

    def test_no_proof_is_used_twice_however_often_it_is_offered(self) -> None:
        for flow in FLOWS:
            found = day(Load(50, 300, flow), habits=UNRULY)
            self.assertEqual(found.used_twice, 0)
            if flow != EMAIL_OTP_FLOW:
                self.assertGreater(found.replays_refused, 20)
                self.assertGreater(found.repeated[journeys.VERIFY], 10)

    def test_a_table_that_forgets_would_show(self) -> None:
        with mock.patch.object(UsedProofs, "consume", lambda *_: True):
            self.assertGreater(day(Load(50, 300), habits=UNRULY).used_twice, 20)

    def test_a_repeated_mail_has_the_same_code(self) -> None:
        asked = Load(300, 300, codes=1)
        found = day(asked, habits=UNRULY)
        self.assertGreater(found.repeated_mails, 5)
        self.assertEqual(found.different_codes, 0)

    def test_repetitions_of_a_slow_create_share_its_code_or_have_one_of_their_own(self) -> None:
        found = day(Load(10_000, 300, EMAIL_OTP_FLOW), Quotas().raised(), habits=Habits(slow=0.3, lost=0))
        self.assertGreater(found.shared_codes, 10)
        # Every call of Create that shares no code, and follows no wrong answer, mails one.
        self.assertLess(found.mails, found.called[journeys.CREATE] - found.shared_codes + 1)
        self.assertGreater(found.mails, found.started)
        self.assertEqual((found.repeated_mails, found.used_twice), (0, 0))

    def test_a_code_that_depends_on_more_than_its_request_would_show(self) -> None:
        numbers = itertools.count()
        with mock.patch.object(Codes, "code", lambda *_: str(next(numbers))):
            found = day(Load(300, 300, codes=1), habits=UNRULY)
        self.assertEqual(found.different_codes, found.repeated_mails)
        self.assertGreater(found.different_codes, 5)

    def test_with_its_limits_raised_nothing_is_refused_or_withheld(self) -> None:
        for flow in FLOWS:
            asked = Load(10, 4_000_000, flow)
            limited = day(asked, most=300)
            self.assertGreater(sum(limited.refused.values()) + sum(limited.withheld.values()), 0, flow)
            raised = day(asked, Quotas().raised(), most=300)
            self.assertEqual((raised.refused, raised.withheld), ({}, {}), flow)

    def test_each_limit_refuses_by_its_name(self) -> None:
        asked, raised = Load(1_000, 2_000_000, codes=1), Quotas().raised()
        for field, value, reason in (("starts", 1, "refused by Cognito"), ("answers", 1, "refused by Cognito"),
                                     ("concurrency", 1, "refused by Lambda"), ("new_processes", 1, "refused by Lambda"),
                                     ("lambda_rate", 1, "refused by Lambda"),
                                     ("table_writes", 10, "refused by a table")):
            found = day(asked, replace(raised, **{field: value}), most=1_500 if field == "answers" else 300)
            self.assertEqual(set(found.refused), {reason}, field)
        for field, value, reason in (("mails_per_second", 1, "SES refused it"), ("mails_per_day", 1, "SES refused it"),
                                     ("mails_per_hour", 1, "the deployment's hour"),
                                     ("mails_per_account", 0, "the account's limit")):
            found = day(asked, replace(raised, **{field: value}), most=300)
            self.assertEqual((set(found.withheld), found.refused), ({reason}, {}), field)

    def test_a_deployment_at_the_peak_makes_those_wait_who_come_then(self) -> None:
        found = day(Load(1_000, 200_000, codes=0, peak=1), Quotas().raised(), most=1_000)
        self.assertGreater(max(found.storm_waits), processes.PLACEMENT)
        self.assertLess(sorted(found.waits)[len(found.waits) // 2], processes.PLACEMENT)

    def test_the_busiest_minutes_stand_for_a_day_that_is_too_large(self) -> None:
        found = day(Load(10, 864_000, codes=0, peak=1), Quotas().raised(), most=1_000)
        self.assertEqual((found.first, found.last), (load.PEAK - 50, load.PEAK + 50))
        self.assertLess(abs(found.started - 1_000), 160)

    def test_the_busiest_minutes_begin_with_the_mails_of_before(self) -> None:
        asked = Load(10_000, 864_000, codes=1, peak=1)
        simulated = Simulation(asked, JOURNEYS, STARTS, Quotas(mails_per_hour=1e9, mails_per_day=1e9), 1, most=100)
        simulated.run()
        # Ten a second since midnight, and since 18:00.
        self.assertAlmostEqual(simulated.codes.day.count, 10 * load.PEAK, delta=1_500)
        self.assertAlmostEqual(simulated.codes.hour.count, 10 * 1_800, delta=1_500)


class ServiceTests(unittest.TestCase):
    def test_a_window_takes_so_many_and_then_begins_anew(self) -> None:
        window = Window(2, 10)
        self.assertEqual([window.take(moment) for moment in (0, 5, 9.9, 10, 19, 19.5)],
                         [True, True, False, True, True, False])

    def test_a_process_is_kept_for_the_next_call_and_not_for_ever(self) -> None:
        functions = Lambda(Quotas(), {"Define": 0.5})
        delays = []
        for moment in (0, processes.IDLE, 2 * processes.IDLE + 1):
            process = functions.begin("Define", moment)
            assert process
            delays.append(process.delay)
            functions.end("Define", process, moment + 1)
        self.assertEqual(delays, [processes.PLACEMENT + 0.5, 0, processes.PLACEMENT + 0.5])
        self.assertEqual(functions.cold, {"Define": 2})

    def test_after_a_deployment_no_process_of_before_is_used(self) -> None:
        functions = Lambda(Quotas(), {"Define": 0.5})
        both = [functions.begin("Define", 0) for _ in range(2)]
        functions.end("Define", both[0], 1)
        functions.replace_all()
        functions.end("Define", both[1], 2)
        for _ in range(2):
            self.assertGreater(functions.begin("Define", 3).delay, 0)
        self.assertEqual((functions.busy, functions.most), (2, 2))

    def test_calls_that_arrive_while_the_first_is_unfinished_share_its_code_three_in_all(self) -> None:
        codes = Codes(Quotas())
        self.assertEqual([codes.share("user", name, moment) for name, moment in
                          (("a", 0), ("b", 1), ("c", 4.9), ("d", 4.9))], ["a", "a", "a", "d"])

    def test_a_call_after_the_first_has_finished_or_given_up_has_a_code_of_its_own(self) -> None:
        codes = Codes(Quotas())
        codes.share("user", "a", 0)
        codes.finish("user", "a")
        self.assertEqual(codes.share("user", "b", 1), "b")
        self.assertEqual(codes.share("user", "c", 6), "c")
        self.assertEqual(codes.share("another", "d", 6), "d")

    def test_an_account_gets_five_mails_at_once_and_one_more_every_ten_minutes(self) -> None:
        codes = Codes(Quotas().raised())
        codes.quotas = Quotas(seconds_per_mail=600)
        moments = [0, 0, 0, 0, 0, 0, 599, 600, 601, 1200]
        sent = [codes.mail(7, str(number), moment) for number, moment in enumerate(moments)]
        self.assertEqual(sent, [True] * 5 + [False, False, True, False, True])
        # One that is run again is admitted already.
        self.assertTrue(codes.mail(7, "0", 1201))
        self.assertEqual(codes.withheld, {"the account's limit": 3})

    def test_a_proof_belongs_to_the_round_that_used_it_first(self) -> None:
        proofs = UsedProofs()
        self.assertEqual([proofs.consume("proof", attempt) for attempt in ("1", "2", "1")], [True, False, True])


if __name__ == "__main__":
    unittest.main()
