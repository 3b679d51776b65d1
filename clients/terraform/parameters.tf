# Written by `PYTHONPATH=scripts:operators/src .build/tools/bin/python -m template.terraform_module` from the parameters of
# template.yaml.

variable "sign_in_with" {
  description = "What signs the user in. authsignal is a passkey or a code proven to Authsignal's cloud. own-authenticator is the same with an authenticator that this stack has, which keeps passkeys and emails codes behind a URL that is open to the internet. signed is an authenticator that is somewhere else and shares a signing key with the functions. oidc is an ID token of an OpenID issuer, such as an Auth0 tenant. email-code is a code that the functions themselves send by email."
  type        = string
  default     = "authsignal"
  nullable    = false

  validation {
    condition     = contains(["authsignal", "own-authenticator", "signed", "oidc", "email-code"], var.sign_in_with)
    error_message = "Must be one of authsignal, own-authenticator, signed, oidc, email-code."
  }
}

variable "password_first" {
  description = "Whether a sign-in begins with the password, which the app proves with SRP. What sign_in_with asks for is then the second factor."
  type        = bool
  default     = false
  nullable    = false
}

variable "allowed_methods" {
  description = "Verification methods that sign a user in, separated by commas. Methods that reach the user at a phone number or by a link in a mail are refused, because nobody would check that address."
  type        = string
  default     = "PASSKEY,EMAIL_OTP"
  nullable    = false

  validation {
    condition     = can(regex("^[A-Z_]+(,[A-Z_]+)*$", var.allowed_methods))
    error_message = "Must match ^[A-Z_]+(,[A-Z_]+)*$."
  }
}

variable "assurance" {
  description = "With own-authenticator and signed. What a proof must show. any takes every allowed method. aal2 takes only passkeys with which the device has verified its user, as AAL2 of NIST SP 800-63B demands."
  type        = string
  default     = "any"
  nullable    = false

  validation {
    condition     = contains(["any", "aal2"], var.assurance)
    error_message = "Must be one of any, aal2."
  }
}

variable "mark_email_verified" {
  description = "Whether an emailed code that proves the user's current address marks that address as verified."
  type        = bool
  default     = true
  nullable    = false
}

variable "use_state_table" {
  description = "Whether a DynamoDB table remembers used proofs, so that each is accepted only once. With own-authenticator and email-code there is always a table."
  type        = bool
  default     = true
  nullable    = false
}

variable "use_add_authenticator" {
  description = "Whether there is a function URL, open to the internet, that gives a user who has just signed in a token for adding an authenticator. For authsignal, own-authenticator and signed."
  type        = bool
  default     = false
  nullable    = false
}

variable "authsignal_secret_arn" {
  description = "Required for authsignal. Complete ARN of the Secrets Manager secret that holds the Authsignal API secret key as a plain string."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$", var.authsignal_secret_arn))
    error_message = "Must match ^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$."
  }
}

variable "authsignal_url" {
  description = "For authsignal. URL of the Server API in the tenant's region."
  type        = string
  default     = "https://api.authsignal.com/v1"
  nullable    = false

  validation {
    condition     = can(regex("^https://[^\\s]+$", var.authsignal_url))
    error_message = "Must match ^https://[^\\s]+$."
  }
}

variable "signing_key_arn" {
  description = "For own-authenticator and signed. Complete ARN of the secret that holds the signing key as a plain string of at least 32 bytes. If empty, the stack generates a key."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$", var.signing_key_arn))
    error_message = "Must match ^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$."
  }
}

variable "previous_signing_key_arn" {
  description = "While a signing key is being replaced. Complete ARN of the secret that holds the previous one. Tokens signed with that key are still accepted."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$", var.previous_signing_key_arn))
    error_message = "Must match ^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$."
  }
}

variable "oidc_issuer" {
  description = "Required for oidc. The issuer exactly as its ID tokens name it, including a slash at the end if there is one, such as https://example.eu.auth0.com/."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(https://[^\\s|?#]+)?$", var.oidc_issuer))
    error_message = "Must match ^(https://[^\\s|?#]+)?$."
  }

  validation {
    condition     = length(var.oidc_issuer) <= 512
    error_message = "Must have at most 512 characters."
  }
}

variable "oidc_audiences" {
  description = "Required for oidc. Client ids at the issuer, separated by commas. Only ID tokens for one of them are accepted."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([^\\s,]+(,[^\\s,]+)*)?$", var.oidc_audiences))
    error_message = "Must match ^([^\\s,]+(,[^\\s,]+)*)?$."
  }
}

variable "oidc_subject_attribute" {
  description = "Custom attribute, without the prefix custom:, that links a user to a user at the issuer. A pool keeps the attribute that it was created with."
  type        = string
  default     = "oidc_subject"
  nullable    = false

  validation {
    condition     = can(regex("^[A-Za-z0-9_-]{1,20}$", var.oidc_subject_attribute))
    error_message = "Must match ^[A-Za-z0-9_-]{1,20}$."
  }
}

variable "otp_sender" {
  description = "Required for own-authenticator and email-code. Sender of the emails, such as Example <no-reply@example.org>, in ASCII. A name that is not stands as encoded words (RFC 2047), which make deploy writes. With otp_identity, a new pool sends Cognito's own emails from it too. Without, Cognito sends about 50 emails a day."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([ -~]*@[ -~]*)?$", var.otp_sender))
    error_message = "Must match ^([ -~]*@[ -~]*)?$."
  }
}

variable "otp_identity" {
  description = "Required for own-authenticator and email-code. Domain or address that otp_sender belongs to, verified in Amazon SES in this account and region."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^[A-Za-z0-9.@_+-]*$", var.otp_identity))
    error_message = "Must match ^[A-Za-z0-9.@_+-]*$."
  }
}

variable "service_name" {
  description = "Your service's name, without < and >, in emails and on devices beside a passkey. Empty means the name in otp_sender or its domain in emails, and relying_party_id beside a passkey."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^[^<>\\x00-\\x1f\\x7f]*$", var.service_name))
    error_message = "Must match ^[^<>\\x00-\\x1f\\x7f]*$."
  }

  validation {
    condition     = length(var.service_name) <= 64
    error_message = "Must have at most 64 characters."
  }
}

variable "ses_configuration_set" {
  description = "Configuration set of Amazon SES for the emails. Name the set here too if it is the default set of otp_identity, because the functions may use no other."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^[A-Za-z0-9_-]{0,64}$", var.ses_configuration_set))
    error_message = "Must match ^[A-Za-z0-9_-]{0,64}$."
  }
}

variable "otp_template" {
  description = "For emails. Name of the templates stored in Amazon SES, without the locale. The name code means the templates code-en, code-de and so on. Empty means the built-in emails."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^[A-Za-z0-9_-]{0,48}$", var.otp_template))
    error_message = "Must match ^[A-Za-z0-9_-]{0,48}$."
  }
}

variable "otp_mails_per_hour" {
  description = "Emails with codes that all users together can cause within one clock hour. It is a circuit breaker against floods, for which monitoring.yaml has an alarm. Set it well above what your users need."
  type        = number
  default     = 3600
  nullable    = false

  validation {
    condition     = var.otp_mails_per_hour >= 1
    error_message = "Must be at least 1."
  }

  validation {
    condition     = var.otp_mails_per_hour <= 1000000
    error_message = "Must be at most 1000000."
  }
}

variable "relying_party_id" {
  description = "Required for own-authenticator. Domain that all passkeys belong to, such as login.example.org. It is for good. localhost is for a trial."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(localhost|[a-z0-9-]+(\\.[a-z0-9-]+)+)?$", var.relying_party_id))
    error_message = "Must match ^(localhost|[a-z0-9-]+(\\.[a-z0-9-]+)+)?$."
  }

  validation {
    condition     = length(var.relying_party_id) <= 253
    error_message = "Must have at most 253 characters."
  }
}

variable "passkey_origins" {
  description = "Required for own-authenticator. Origins of the web apps that use the passkeys or add an authenticator, separated by commas, such as https://login.example.org. Their pages may call the authenticator and the URL of use_add_authenticator. Mobile apps need none. http:// is for localhost, for a trial."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = !can(regex("^,", var.passkey_origins))
    error_message = "Must not match ^,."
  }

  validation {
    condition     = can(regex("^((^|,)(https://[a-z0-9-]+(\\.[a-z0-9-]+)+|http://localhost)(:[1-9][0-9]{0,4})?)*$", var.passkey_origins))
    error_message = "Must match ^((^|,)(https://[a-z0-9-]+(\\.[a-z0-9-]+)+|http://localhost)(:[1-9][0-9]{0,4})?)*$."
  }
}

variable "related_origins" {
  description = "Origins on other domains that use the same passkeys (related origins), separated by commas. The relying party's own host has to list them too."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = !can(regex("^,", var.related_origins))
    error_message = "Must not match ^,."
  }

  validation {
    condition     = can(regex("^((^|,)https://[a-z0-9-]+(\\.[a-z0-9-]+)+(:[1-9][0-9]{0,4})?)*$", var.related_origins))
    error_message = "Must match ^((^|,)https://[a-z0-9-]+(\\.[a-z0-9-]+)+(:[1-9][0-9]{0,4})?)*$."
  }
}

variable "apple_app_ids" {
  description = "Apple apps that use the passkeys, as TEAMID.bundle.id, separated by commas."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([A-Z0-9]{10}\\.[A-Za-z0-9.-]+(,[A-Z0-9]{10}\\.[A-Za-z0-9.-]+)*)?$", var.apple_app_ids))
    error_message = "Must match ^([A-Z0-9]{10}\\.[A-Za-z0-9.-]+(,[A-Z0-9]{10}\\.[A-Za-z0-9.-]+)*)?$."
  }
}

variable "android_apps" {
  description = "Android apps that use the passkeys, as package=SHA-256 of the signing certificate in pairs of hexadecimal digits with colons, separated by commas. A package may stand there once for each certificate."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([A-Za-z][A-Za-z0-9_.]*=[0-9A-Fa-f:]{95}(,[A-Za-z][A-Za-z0-9_.]*=[0-9A-Fa-f:]{95})*)?$", var.android_apps))
    error_message = "Must match ^([A-Za-z][A-Za-z0-9_.]*=[0-9A-Fa-f:]{95}(,[A-Za-z][A-Za-z0-9_.]*=[0-9A-Fa-f:]{95})*)?$."
  }
}

variable "authenticator_domain" {
  description = "Domain under which an HTTP API serves the authenticator, such as passkeys.example.org. It needs authenticator_certificate_arn. Empty means a function URL with a name of AWS's."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([a-z0-9-]+(\\.[a-z0-9-]+)+)?$", var.authenticator_domain))
    error_message = "Must match ^([a-z0-9-]+(\\.[a-z0-9-]+)+)?$."
  }
}

variable "authenticator_certificate_arn" {
  description = "With authenticator_domain. ARN of its certificate in AWS Certificate Manager, in this region."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:acm:[a-z0-9-]+:[0-9]{12}:certificate/.+)?$", var.authenticator_certificate_arn))
    error_message = "Must match ^(arn:[a-z-]+:acm:[a-z0-9-]+:[0-9]{12}:certificate/.+)?$."
  }
}

variable "authenticator_concurrency" {
  description = "Calls of the authenticator, and as many of use_add_authenticator's URL, that are answered at the same time (reserved concurrency). More calls than that are refused, those of users too: with status 429 at a function URL, and 5xx behind the API of authenticator_domain. Empty means no limit of its own: a flood then takes all calls that the account has in this Region (10 in many new accounts, 1000 in others), those of the triggers too."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([1-9][0-9]{0,3})?$", var.authenticator_concurrency))
    error_message = "Must match ^([1-9][0-9]{0,3})?$."
  }
}

variable "authenticator_rate" {
  description = "With authenticator_domain. Requests a second that the HTTP API hands on to the authenticator, and as many at one moment. Others get status 429. At the default, a flood of requests for codes holds 240 calls at the same time."
  type        = number
  default     = 400
  nullable    = false

  validation {
    condition     = var.authenticator_rate >= 1
    error_message = "Must be at least 1."
  }

  validation {
    condition     = var.authenticator_rate <= 10000
    error_message = "Must be at most 10000."
  }
}

variable "cloud_front_secret_arn" {
  description = "For an authenticator behind CloudFront. Complete ARN of the secret whose plain string of at least 32 bytes the distribution sends with each request. It proves the address of the caller that CloudFront names (docs/cloudfront-waf.yaml)."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$", var.cloud_front_secret_arn))
    error_message = "Must match ^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$."
  }
}

variable "existing_users_table" {
  description = "Name of the table of users and passkeys that an earlier stack with an authenticator has left in this account and region. If empty, the stack creates a table."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([A-Za-z0-9_.-]{3,255})?$", var.existing_users_table))
    error_message = "Must match ^([A-Za-z0-9_.-]{3,255})?$."
  }
}

variable "captcha_provider" {
  description = "Provider whose CAPTCHA the user solves, after the password if password_first asks for it. A CAPTCHA slows machines down and proves nobody's identity."
  type        = string
  default     = "none"
  nullable    = false

  validation {
    condition     = contains(["none", "turnstile", "hcaptcha", "recaptcha"], var.captcha_provider)
    error_message = "Must be one of none, turnstile, hcaptcha, recaptcha."
  }
}

variable "captcha_site_key" {
  description = "Required for a CAPTCHA. The provider's public key, with which the app shows the widget."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^[A-Za-z0-9._-]{0,256}$", var.captcha_site_key))
    error_message = "Must match ^[A-Za-z0-9._-]{0,256}$."
  }
}

variable "captcha_secret_arn" {
  description = "Required for a CAPTCHA. Complete ARN of the Secrets Manager secret that holds, as a plain string, the secret key that belongs to captcha_site_key."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$", var.captcha_secret_arn))
    error_message = "Must match ^(arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+-[A-Za-z0-9]{6})?$."
  }
}

variable "captcha_hostnames" {
  description = "Required for a CAPTCHA. Hosts of the pages that may show the CAPTCHA, separated by commas, in lower case and without scheme and port."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([a-z0-9.-]+(,[a-z0-9.-]+)*)?$", var.captcha_hostnames))
    error_message = "Must match ^([a-z0-9.-]+(,[a-z0-9.-]+)*)?$."
  }
}

variable "existing_user_pool_id" {
  description = "Id of an existing user pool in this account and region. After deploying, attach the functions to it with make attach. If empty, the stack creates a pool and an app client."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^([a-z0-9-]+_[0-9A-Za-z]+)?$", var.existing_user_pool_id))
    error_message = "Must match ^([a-z0-9-]+_[0-9A-Za-z]+)?$."
  }
}

variable "allowed_client_ids" {
  description = "Ids of the app clients that may use the triggers, separated by commas, or * for every client of the pool."
  type        = string
  default     = "*"
  nullable    = false

  validation {
    condition     = can(regex("^(\\*|[A-Za-z0-9_+]+(,[A-Za-z0-9_+]+)*)$", var.allowed_client_ids))
    error_message = "Must match ^(\\*|[A-Za-z0-9_+]+(,[A-Za-z0-9_+]+)*)$."
  }
}

variable "confirm_sign_up" {
  description = "auto confirms an account at sign-up, for apps that prove the email address at the first sign-in. code leaves that to Cognito's emailed code, as a pool whose users sign in by an alias needs it. For oidc, auto confirms only accounts whose ID token says that the address is verified."
  type        = string
  default     = "auto"
  nullable    = false

  validation {
    condition     = contains(["auto", "code"], var.confirm_sign_up)
    error_message = "Must be one of auto, code."
  }
}

variable "user_pool_tier" {
  description = "Cognito feature plan of the new pool. LITE is enough for the triggers: for 50,000 users it costs $275 a month, and ESSENTIALS $750. Triggers of your own that change access tokens need ESSENTIALS. PLUS has threat protection, which records the risk of each sign-in (PLUS-AUDIT) and also acts on it (PLUS-ENFORCED)."
  type        = string
  default     = "LITE"
  nullable    = false

  validation {
    condition     = contains(["LITE", "ESSENTIALS", "PLUS-AUDIT", "PLUS-ENFORCED"], var.user_pool_tier)
    error_message = "Must be one of LITE, ESSENTIALS, PLUS-AUDIT, PLUS-ENFORCED."
  }
}

variable "user_pool_issuer" {
  description = "Issuer that the pool's tokens name, for a new pool and in the output Issuer. ORIGINAL is cognito-idp.REGION.amazonaws.com, UPDATED is issuer-cognito-idp.REGION.amazonaws.com. The functions accept both."
  type        = string
  default     = "ORIGINAL"
  nullable    = false

  validation {
    condition     = contains(["ORIGINAL", "UPDATED"], var.user_pool_issuer)
    error_message = "Must be one of ORIGINAL, UPDATED."
  }
}

variable "user_pool_kms_key_arn" {
  description = "ARN of the customer managed KMS key that encrypts the new pool. Empty means a key of AWS's."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+)?$", var.user_pool_kms_key_arn))
    error_message = "Must match ^(arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+)?$."
  }
}

variable "rotate_refresh_tokens" {
  description = "Whether each refresh gives the app of the new pool a new refresh token in place of the old one. The apps must then refresh with GetTokensFromRefreshToken, which older SDKs do not."
  type        = bool
  default     = false
  nullable    = false
}

variable "further_attributes" {
  description = "Standard attributes that apps may read and write beside email, separated by commas, such as name,phone_number. Where the stack sends emails, locale is among them anyway."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = length(split(",", var.further_attributes)) == length(distinct(split(",", var.further_attributes)))
    error_message = "Names something twice."
  }

  validation {
    condition     = can(regex("^((^|,)(address|birthdate|family_name|gender|given_name|locale|middle_name|name|nickname|phone_number|picture|preferred_username|profile|updated_at|website|zoneinfo))*$", var.further_attributes))
    error_message = "Must match ^((^|,)(address|birthdate|family_name|gender|given_name|locale|middle_name|name|nickname|phone_number|picture|preferred_username|profile|updated_at|website|zoneinfo))*$."
  }
}

variable "custom_attributes" {
  description = "Up to five custom attributes for text that apps may read and write, without the prefix custom: and separated by commas. A new pool gets them. Add more at the end, but take none away, because Cognito never removes an attribute."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = !can(regex("^(.*,)?oidc_subject(,|$)", var.custom_attributes))
    error_message = "Must not match ^(.*,)?oidc_subject(,|$)."
  }

  validation {
    condition     = length(split(",", var.custom_attributes)) == length(distinct(split(",", var.custom_attributes)))
    error_message = "Names something twice."
  }

  validation {
    condition     = can(regex("^([A-Za-z0-9_-]{1,20}(,[A-Za-z0-9_-]{1,20}){0,4})?$", var.custom_attributes))
    error_message = "Must match ^([A-Za-z0-9_-]{1,20}(,[A-Za-z0-9_-]{1,20}){0,4})?$."
  }
}

variable "runtime" {
  description = "Lambda runtime. Each function is one static executable that runs on either. Lambda creates no new functions on provided.al2 after 31 January 2027. From 1 February, make deploy gives new stacks provided.al2023, whatever this default is; with another tool, set it yourself."
  type        = string
  default     = "provided.al2"
  nullable    = false

  validation {
    condition     = contains(["provided.al2", "provided.al2023"], var.runtime)
    error_message = "Must be one of provided.al2, provided.al2023."
  }
}

variable "architecture" {
  description = "Processor architecture that the packages in dist/ were built for."
  type        = string
  default     = "x86_64"
  nullable    = false

  validation {
    condition     = contains(["x86_64", "arm64"], var.architecture)
    error_message = "Must be one of x86_64, arm64."
  }
}

variable "rollout" {
  description = "How a deployment reaches the callers. AllAtOnce is at once and for all, without a way back of its own. With the others, CodeDeploy first gives the new versions a part of the calls, and goes back if calls of the triggers fail. A change of a setting needs AllAtOnce (docs/deploying.md)."
  type        = string
  default     = "AllAtOnce"
  nullable    = false

  validation {
    condition     = contains(["AllAtOnce", "Canary10Percent5Minutes", "Canary10Percent10Minutes", "Canary10Percent15Minutes", "Canary10Percent30Minutes", "Linear10PercentEvery1Minute", "Linear10PercentEvery2Minutes", "Linear10PercentEvery3Minutes", "Linear10PercentEvery10Minutes"], var.rollout)
    error_message = "Must be one of AllAtOnce, Canary10Percent5Minutes, Canary10Percent10Minutes, Canary10Percent15Minutes, Canary10Percent30Minutes, Linear10PercentEvery1Minute, Linear10PercentEvery2Minutes, Linear10PercentEvery3Minutes, Linear10PercentEvery10Minutes."
  }
}

variable "revision" {
  description = "Any text. A change of it publishes new versions of all functions. Change it with each update, because a changed parameter alone may publish none, and because it tells the versions of two updates apart. make deploy does that."
  type        = string
  default     = null

  validation {
    condition     = var.revision == null || can(regex("^[A-Za-z0-9._-]{1,64}$", var.revision))
    error_message = "Must match ^[A-Za-z0-9._-]{1,64}$."
  }
}

variable "kms_key_arn" {
  description = "ARN of the customer managed KMS key that encrypts tables, secrets and logs, and the bucket of monitoring.yaml. docs/examples/kms-key-policy.json has its policy. Empty means keys of AWS's. It also has to encrypt the secrets and the table that you name yourself, unless keys of AWS's do."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+)?$", var.kms_key_arn))
    error_message = "Must match ^(arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+)?$."
  }
}

variable "permissions_boundary_arn" {
  description = "ARN of a policy that is the permissions boundary of each role. docs/examples/permissions-boundary.yaml makes one, which the policy in docs/examples/deployer-policy.json demands. Empty means none."
  type        = string
  default     = ""
  nullable    = false

  validation {
    condition     = can(regex("^(arn:[a-z-]+:iam::([0-9]{12}|aws):policy/.+)?$", var.permissions_boundary_arn))
    error_message = "Must match ^(arn:[a-z-]+:iam::([0-9]{12}|aws):policy/.+)?$."
  }
}

variable "log_retention_days" {
  description = "Days for which log lines are kept, also when the stack is deleted."
  type        = number
  default     = 30
  nullable    = false

  validation {
    condition     = contains([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731], var.log_retention_days)
    error_message = "Must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731."
  }
}

variable "audit" {
  description = "Whether each decision about a sign-in or an account has a line in the logs, and whether it names the user by a digest alone or by digest and sub (docs/audit.md)."
  type        = string
  default     = "digest"
  nullable    = false

  validation {
    condition     = contains(["off", "digest", "subject"], var.audit)
    error_message = "Must be one of off, digest, subject."
  }
}

variable "function_metrics" {
  description = "Whether CloudWatch makes metrics of the lines that the functions log, about 50 series at $0.30 a month for each stack. monitoring.yaml needs only the lines, which are always there."
  type        = bool
  default     = false
  nullable    = false
}

locals {
  parameters = {
    SignInWith                  = var.sign_in_with
    PasswordFirst               = var.password_first
    AllowedMethods              = var.allowed_methods
    Assurance                   = var.assurance
    MarkEmailVerified           = var.mark_email_verified
    UseStateTable               = var.use_state_table
    UseAddAuthenticator         = var.use_add_authenticator
    AuthsignalSecretArn         = var.authsignal_secret_arn
    AuthsignalUrl               = var.authsignal_url
    SigningKeyArn               = var.signing_key_arn
    PreviousSigningKeyArn       = var.previous_signing_key_arn
    OidcIssuer                  = var.oidc_issuer
    OidcAudiences               = var.oidc_audiences
    OidcSubjectAttribute        = var.oidc_subject_attribute
    OtpSender                   = var.otp_sender
    OtpIdentity                 = var.otp_identity
    ServiceName                 = var.service_name
    SesConfigurationSet         = var.ses_configuration_set
    OtpTemplate                 = var.otp_template
    OtpMailsPerHour             = var.otp_mails_per_hour
    RelyingPartyId              = var.relying_party_id
    PasskeyOrigins              = var.passkey_origins
    RelatedOrigins              = var.related_origins
    AppleAppIds                 = var.apple_app_ids
    AndroidApps                 = var.android_apps
    AuthenticatorDomain         = var.authenticator_domain
    AuthenticatorCertificateArn = var.authenticator_certificate_arn
    AuthenticatorConcurrency    = var.authenticator_concurrency
    AuthenticatorRate           = var.authenticator_rate
    CloudFrontSecretArn         = var.cloud_front_secret_arn
    ExistingUsersTable          = var.existing_users_table
    CaptchaProvider             = var.captcha_provider
    CaptchaSiteKey              = var.captcha_site_key
    CaptchaSecretArn            = var.captcha_secret_arn
    CaptchaHostnames            = var.captcha_hostnames
    ExistingUserPoolId          = var.existing_user_pool_id
    AllowedClientIds            = var.allowed_client_ids
    ConfirmSignUp               = var.confirm_sign_up
    UserPoolTier                = var.user_pool_tier
    UserPoolIssuer              = var.user_pool_issuer
    UserPoolKmsKeyArn           = var.user_pool_kms_key_arn
    RotateRefreshTokens         = var.rotate_refresh_tokens
    FurtherAttributes           = var.further_attributes
    CustomAttributes            = var.custom_attributes
    Runtime                     = var.runtime
    Architecture                = var.architecture
    Rollout                     = var.rollout
    KmsKeyArn                   = var.kms_key_arn
    PermissionsBoundaryArn      = var.permissions_boundary_arn
    LogRetentionDays            = var.log_retention_days
    Audit                       = var.audit
    FunctionMetrics             = var.function_metrics
  }
}
