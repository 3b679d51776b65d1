"""Code in the pages that is not in a sample app is found, and code that is passes."""

from __future__ import annotations

from sources import samples_in_pages
from tree_case import TreeCase

SAMPLE = """\
export async function answer(code: string) {
    const { data } = await verify(code);
    if (!data) throw failure();

    return confirm(data.token);
}
"""
MARK = "<!-- sample: docs/apps/sign-in.ts -->\n"


class SamplesInPages(TreeCase):
    FILES = {"docs/apps/sign-in.ts": SAMPLE}

    def faults(self, page: str, path: str = "docs/flows.md") -> list[str]:
        self.write(path, page)
        found = list(samples_in_pages.faults(self.root))
        (self.root / path).unlink()
        return found

    def test_lines_of_the_sample_pass_with_another_indentation_or_with_lines_left_out(self):
        for page in (
            f"{MARK}```ts\nconst {{ data }} = await verify(code);\n```\n", f"Text.\n\n{MARK}```ts\n{SAMPLE}```\n",
            f"1. Text.\n\n   {MARK}   ```ts\n   return confirm(data.token);\n   ```\n",
            *(f"{MARK}```ts\n    const {{ data }} = await verify(code);\n{omission}\n"
              "    return confirm(data.token);\n```\n" for omission in ("…", "    // …")),
            "<!-- no sample: the old way -->\n```ts\ncode\n```\n",
            # Other code needs no sample, and is compared with one that it names.
            "```python\ncode\n```\n\n```\ncode\n```\n", f"{MARK}```python\nreturn confirm(data.token);\n```\n",
        ):
            self.assertEqual(self.faults(page), [], page)

    def test_other_lines_another_order_and_another_relative_indentation_are_found(self):
        lacks = "docs/apps/sign-in.ts does not have these lines"
        for code, fault in (
            ("ts\nconst { data } = await verify(code);\n…\n\nreturn confirm(data.answer);\n",
             f"6: {lacks}: return confirm(data.answer);"),
            ("ts\nconst { data } = await verify(code);\nreturn confirm(data.token);\n",
             f"3: {lacks}: const {{ data }} = await verify(code);"),
            ("ts\nif (!data) throw failure();\n\n    return confirm(data.token);\n",
             f"3: {lacks}: if (!data) throw failure();"),
            ("python\nreturn confirm(data.answer);\n", f"3: {lacks}: return confirm(data.answer);"),
        ):
            for path in ("docs/flows.md", "README.md"):
                self.assertEqual(self.faults(f"{MARK}```{code}```\n", path), [f"{path}:{fault}"])

    def test_code_for_apps_must_name_a_sample_that_exists(self):
        for language in samples_in_pages.LANGUAGES:
            self.assertEqual(self.faults(f"```{language}\ncode\n```\n"), [
                "docs/flows.md:1: the line before this code must name its sample: <!-- sample: docs/apps/… -->"])
        self.assertEqual(self.faults("<!-- sample: docs/apps/none.ts -->\n```ts\ncode\n```\n"), [
            "docs/flows.md:1: docs/apps/none.ts does not exist"])
