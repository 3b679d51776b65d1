variable "region" {
  description = "Region of the stack and of the bucket. Configure the AWS provider with the same region."
  type        = string
}

variable "stack_name" {
  description = "Name of the CloudFormation stack."
  type        = string
  default     = "passkeys"
}

variable "dist" {
  description = "Folder with the zips and with template.packaged.json."
  type        = string
  default     = "../../../dist"
}

variable "code_bucket" {
  description = "Bucket for the zips and the template. It must exist, in the region of the stack."
  type        = string
}

variable "code_prefix" {
  description = "What the names of the objects in the bucket begin with. Empty, or with a slash at the end."
  type        = string
  default     = "cognito-passkeys/"
}

variable "parameters" {
  description = "Parameters of template.yaml. The default is an authenticator of your own; give your own domain."
  type        = map(string)
  default = {
    Runtime        = "provided.al2023"
    Architecture   = "x86_64"
    SignInWith     = "own-authenticator"
    RelyingPartyId = "login.example.org"
    PasskeyOrigins = "https://login.example.org"
    OtpSender      = "Example <no-reply@example.org>"
    OtpIdentity    = "example.org"
  }
}
