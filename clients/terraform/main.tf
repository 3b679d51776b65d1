# Deploys the template as a CloudFormation stack. README.md says where the template and the zips come from.

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
  dist     = coalesce(var.dist, "${path.module}/dist")
  uploads  = var.template_url == null
  template = "${local.dist}/template.json"

  # The template names each zip by its SHA-256.
  pattern = "\\$\\{CodePrefix\\}(\\w+)-([0-9a-f]{64})\\.zip"

  zips = local.uploads ? {
    for zip in distinct(regexall(local.pattern, file(local.template))) : zip[0] => zip[1]
  } : {}

  template_url = local.uploads ? join("/", [
    "https://${one(data.aws_s3_bucket.code[*].bucket_regional_domain_name)}", one(aws_s3_object.template[*].key)
  ]) : var.template_url
}

data "aws_s3_bucket" "code" {
  count  = local.uploads ? 1 : 0
  bucket = var.code_bucket

  lifecycle {
    precondition {
      condition     = var.code_bucket != null
      error_message = "Give code_bucket, into which the module uploads, or template_url."
    }
  }
}

resource "aws_s3_object" "zip" {
  for_each = local.zips
  bucket   = var.code_bucket
  key      = "${var.code_prefix}${each.key}-${each.value}.zip"
  source   = "${local.dist}/${each.key}.zip"

  lifecycle {
    # CloudFormation reads the old zip again if an update rolls back.
    create_before_destroy = true

    precondition {
      condition     = filesha256("${local.dist}/${each.key}.zip") == each.value
      error_message = "${each.key}.zip is not the zip that the template names. Run make package again."
    }
  }
}

# The template is longer than what CloudFormation takes in a request, so it goes through the bucket. Its key changes
# with its text: Terraform notices a new URL, not a new text behind the same URL.
resource "aws_s3_object" "template" {
  count        = local.uploads ? 1 : 0
  bucket       = var.code_bucket
  key          = "${var.code_prefix}template-${filesha256(local.template)}.json"
  source       = local.template
  content_type = "application/json"

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_cloudformation_stack" "passkeys" {
  name         = var.stack_name
  template_url = local.template_url

  # The stack makes roles without given names.
  capabilities = ["CAPABILITY_IAM"]

  # With a new revision, the functions' alias leads to versions with the new values of the other parameters. The URL has
  # the digest of the template, which has those of the zips, so the versions of each release have a revision of their
  # own.
  parameters = merge(local.parameters, {
    Revision = coalesce(var.revision, substr(sha256(jsonencode([local.parameters, local.template_url])), 0, 12))
    }, var.code_bucket == null ? {} : {
    CodeBucket = var.code_bucket
    CodePrefix = var.code_prefix
  })

  # The slowest rollout takes 100 minutes.
  timeouts {
    update = "150m"
  }

  depends_on = [aws_s3_object.zip]
}
