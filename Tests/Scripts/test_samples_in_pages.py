"""Code in the pages that is not in a sample app is found, and code that is passes."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from sources import samples_in_pages

SAMPLE = """\
export async function answer(code: string) {
    const { data } = await verify(code);
    if (!data) throw failure();

    return confirm(data.token);
}
"""
MARK = "<!-- sample: docs/apps/sign-in.ts -->\n"


class SamplesInPages(unittest.TestCase):
    def faults(self, page: str, path: str = "docs/flows.md") -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "docs/apps").mkdir(parents=True)
            (root / "docs/apps/sign-in.ts").write_text(SAMPLE)
            (root / path).write_text(page)
            return list(samples_in_pages.faults(root))

    def test_lines_of_the_sample_pass_with_another_indentation(self):
        self.assertEqual(self.faults(f"{MARK}```ts\nconst {{ data }} = await verify(code);\n```\n"), [])
        self.assertEqual(self.faults(f"Text.\n\n{MARK}```ts\n{SAMPLE}```\n"), [])
        in_list = f"1. Text.\n\n   {MARK}   ```ts\n   return confirm(data.token);\n   ```\n"
        self.assertEqual(self.faults(in_list), [])

    def test_an_omission_leaves_lines_out(self):
        for omission in ("…", "    // …"):
            code = f"    const {{ data }} = await verify(code);\n{omission}\n    return confirm(data.token);\n"
            self.assertEqual(self.faults(f"{MARK}```ts\n{code}```\n"), [])

    def test_a_line_that_the_sample_does_not_have_is_found(self):
        code = "const { data } = await verify(code);\n…\n\nreturn confirm(data.answer);\n"
        for path in ("docs/flows.md", "README.md"):
            self.assertEqual(self.faults(f"{MARK}```ts\n{code}```\n", path), [
                f"{path}:6: docs/apps/sign-in.ts does not have these lines: return confirm(data.answer);"])

    def test_lines_must_follow_each_other(self):
        code = "const { data } = await verify(code);\nreturn confirm(data.token);\n"
        self.assertEqual(self.faults(f"{MARK}```ts\n{code}```\n"), [
            "docs/flows.md:3: docs/apps/sign-in.ts does not have these lines: const { data } = await verify(code);"])

    def test_the_relative_indentation_counts(self):
        code = "if (!data) throw failure();\n\n    return confirm(data.token);\n"
        self.assertEqual(len(self.faults(f"{MARK}```ts\n{code}```\n")), 1)

    def test_code_for_apps_must_name_a_sample(self):
        for language in samples_in_pages.LANGUAGES:
            self.assertEqual(self.faults(f"```{language}\ncode\n```\n"), [
                "docs/flows.md:1: the line before this code must name its sample: <!-- sample: docs/apps/… -->"])

    def test_the_sample_must_exist(self):
        self.assertEqual(self.faults("<!-- sample: docs/apps/none.ts -->\n```ts\ncode\n```\n"), [
            "docs/flows.md:1: docs/apps/none.ts does not exist"])

    def test_code_can_say_why_it_is_in_no_sample(self):
        self.assertEqual(self.faults("<!-- no sample: the old way -->\n```ts\ncode\n```\n"), [])

    def test_other_code_needs_no_sample(self):
        self.assertEqual(self.faults("```python\ncode\n```\n\n```\ncode\n```\n"), [])

    def test_other_code_is_compared_with_the_sample_that_it_names(self):
        self.assertEqual(self.faults(f"{MARK}```python\nreturn confirm(data.token);\n```\n"), [])
        self.assertEqual(self.faults(f"{MARK}```python\nreturn confirm(data.answer);\n```\n"), [
            "docs/flows.md:3: docs/apps/sign-in.ts does not have these lines: return confirm(data.answer);"])
