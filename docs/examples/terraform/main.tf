# An example: deploys the packaged template with Terraform. docs/deploying.md says how the packaged template is made.
# Terraform uploads the zips and the template itself, so `make template BUCKET=…` need not.

terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

locals {
  functions     = [for path in fileset(var.dist, "*.zip") : trimsuffix(path, ".zip")]
  template_path = "${var.dist}/template.packaged.json"
}

# The template names each zip by its SHA-256. If dist/ holds newer zips than the template, the deployment fails because
# the object does not exist. Run `make template` again then.
resource "aws_s3_object" "zip" {
  for_each = toset(local.functions)
  bucket   = var.code_bucket
  key      = "${var.code_prefix}${each.key}-${filesha256("${var.dist}/${each.key}.zip")}.zip"
  source   = "${var.dist}/${each.key}.zip"

  # CloudFormation reads the old zip again if an update rolls back.
  lifecycle {
    create_before_destroy = true
  }
}

# The template is longer than what CloudFormation takes in a request, so it goes through the bucket. Its key changes
# with its text: Terraform notices a new URL, not a new text behind the same URL.
resource "aws_s3_object" "template" {
  bucket       = var.code_bucket
  key          = "${var.code_prefix}template-${filesha256(local.template_path)}.json"
  source       = local.template_path
  content_type = "application/json"

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_cloudformation_stack" "passkeys" {
  name         = var.stack_name
  template_url = "https://${var.code_bucket}.s3.${var.region}.amazonaws.com/${aws_s3_object.template.key}"

  # The stack makes roles without given names, and CloudFormation runs the transforms that the template names.
  capabilities = ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"]

  # CloudFormation knows parameters as text: write numbers and "true" or "false" in quotes.
  # With a new revision, the functions' alias leads to versions with the new values of the other parameters. The template
  # names the digests of the zips, so the versions of each release have a revision of their own.
  parameters = merge({
    Revision = substr(sha256(jsonencode([var.parameters, aws_s3_object.template.key])), 0, 12)
    }, var.parameters, {
    CodeBucket = var.code_bucket
    CodePrefix = var.code_prefix
  })

  depends_on = [aws_s3_object.zip]
}
