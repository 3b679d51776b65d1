# What is no parameter of template.yaml; parameters.tf has those.

variable "stack_name" {
  description = "Name of the CloudFormation stack."
  type        = string
  default     = "passkeys"
  nullable    = false
}

variable "dist" {
  description = "Folder with the zips and template.json. By default the one that a release's archive of this module has inside."
  type        = string
  default     = null
}

variable "code_bucket" {
  description = "Bucket for the zips and the template. It must exist, in the region of the stack. With template_url, the bucket that has the zips."
  type        = string
  default     = null
}

variable "code_prefix" {
  description = "With code_bucket. What the names of the objects in it begin with. Empty, or with a slash at the end."
  type        = string
  default     = "cognito-passkeys/"
  nullable    = false
}

variable "template_url" {
  description = "URL of a template that is in a bucket already, with its zips. The module then uploads nothing and reads no dist."
  type        = string
  default     = null
}
