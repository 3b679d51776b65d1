"""The mail that tells a person that an administrator has reset the sign-in methods of the account.

The words are those of the mails that the functions send in English.
"""

from __future__ import annotations

from datetime import datetime

import boto3

from authenticators.deployment import MailSettings

SUBJECT = "The sign-in methods of your {service} account were reset"
BODY = """\
An administrator of {service} removed all passkeys and other sign-in methods from your account. \
Sign in with a code that you get by email. After that you can add a passkey again.

Time: {time}

If you did not ask for this, contact {service}.
"""


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
