"""The mail that tells a person that an administrator has reset the sign-in methods of the account.

The words are those of the mails that the functions send in English.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import boto3

# The parameters of the stack.
SENDER_PARAMETER, SERVICE_PARAMETER, SET_PARAMETER = "OtpSender", "ServiceName", "SesConfigurationSet"

SUBJECT = "The sign-in methods of your {service} account were reset"
BODY = """\
An administrator of {service} removed all passkeys and other sign-in methods from your account. \
Sign in with a code that you get by email. After that you can add a passkey again.

Time: {time}

If you did not ask for this, contact {service}.
"""


class MailSettings(NamedTuple):
    """How a deployment sends mail through Amazon SES."""

    sender: str
    service: str
    """The service's name."""
    configuration_set: str | None


def mail_settings(parameters: dict[str, str]) -> MailSettings | None:
    sender = parameters.get(SENDER_PARAMETER)
    if not sender:
        return None
    return MailSettings(sender, parameters.get(SERVICE_PARAMETER) or sender_name(sender),
                        parameters.get(SET_PARAMETER) or None)


def sender_name(sender: str) -> str:
    """The name in a sender such as `Example <no-reply@example.org>`; without a name the address's domain."""
    name, bracket, _ = sender.partition("<")
    words = " ".join(name.translate(str.maketrans("", "", '"\\>')).split()) if bracket else ""
    return words or sender.rpartition("@")[2].partition(">")[0].strip()


def send(settings: MailSettings, address: str, time: datetime, region: str | None) -> None:
    """Sends the notice through Amazon SES.

    :param time: when it happened, in UTC.
    """
    words = {"service": settings.service, "time": f"{time:%Y-%m-%d at %H:%M} UTC"}
    email = {"FromEmailAddress": settings.sender, "Destination": {"ToAddresses": [address]},
             "Content": {"Simple": {"Subject": utf8(SUBJECT.format(**words)),
                                    "Body": {"Text": utf8(BODY.format(**words))}}}}
    if settings.configuration_set:
        email["ConfigurationSetName"] = settings.configuration_set
    boto3.client("sesv2", region_name=region).send_email(**email)


def utf8(text: str) -> dict[str, str]:
    return {"Data": text, "Charset": "UTF-8"}
