"""The mail that tells a person that an administrator has reset the sign-in methods of the account.

The words are those of the mails that the functions send in English.
"""

from datetime import datetime
from typing import NamedTuple

import boto3

from cognito_passkeys import email_address

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
    given = parameters.get(SENDER_PARAMETER)
    if not given:
        return None
    sender = email_address.sender(given)
    return MailSettings(sender.header, parameters.get(SERVICE_PARAMETER) or sender.service,
                        parameters.get(SET_PARAMETER) or None)


def send(settings: MailSettings, address: str, time: datetime, region: str | None) -> None:
    """Sends the notice through Amazon SES.

    :param address: in the form in which it is mailed.
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
