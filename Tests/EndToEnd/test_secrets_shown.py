"""The search for secrets finds them, and finds no others."""

from __future__ import annotations

import json

import pytest

from journeys.secrets_shown import shown, tokens_shown

CODE = "417905"


@pytest.mark.parametrize("text", [
    CODE, f'{{"code":"{CODE}"}}', f'{{"code":{CODE}}}', f"code={CODE}.", f"a_{CODE}-b", json.dumps(f"Code:\n{CODE}")])
def test_a_code_that_stands_alone_is_found(text):
    assert shown(text, "123456", CODE) == [CODE]


@pytest.mark.parametrize("text", [f"17{CODE}842.123", f"2026-11-22T18:56:40.{CODE}Z", f"8f{CODE}", f"{CODE}e9", "417 905"])
def test_the_digits_of_times_and_ids_are_no_code(text):
    assert shown(text, CODE) == []


def test_every_other_secret_is_found_anywhere():
    assert shown("xK7QM-41ZD-9XWA-3T5Hx", "K7QM-41ZD-9XWA-3T5H", "another") == ["K7QM-41ZD-9XWA-3T5H"]


@pytest.mark.parametrize("text", [
    '"eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln"', "a=eyJ0eXAiOiJK", '"eyJh…c2ln"', "token eyJzdWIiOiJhIn0.c2ln"])
def test_tokens_are_found_whole_or_cut_short(text):
    assert tokens_shown(text)


@pytest.mark.parametrize("text", ['"who":"Yw-eyJtchT9CpNt1Qu0FhTDA"', "eyJtchT9CpNt1Qu0FhTDA"])
def test_base64_is_no_token(text):
    assert tokens_shown(text) == []
