# The stack's outputs. An output whose condition does not hold does not exist, so read those with lookup().

output "user_pool_id" {
  description = "User pool to configure the app with."
  value       = aws_cloudformation_stack.passkeys.outputs["UserPoolId"]
}

output "user_pool_client_id" {
  description = "App client to configure the app with. None for a pool that already existed."
  value       = lookup(aws_cloudformation_stack.passkeys.outputs, "UserPoolClientId", null)
}

output "authenticator_base_url" {
  description = "Base URL of the authenticator for the app's SDK, with sign_in_with own-authenticator."
  value       = lookup(aws_cloudformation_stack.passkeys.outputs, "AuthenticatorBaseUrl", null)
}

output "outputs" {
  description = "All outputs of the stack, by the names of template.yaml, such as DefineAuthChallengeArn."
  value       = aws_cloudformation_stack.passkeys.outputs
}
