import { z } from 'zod'
import { type PlaidAccount, type PlaidOptions, areSendable, createPlaidClient } from './plaid-client.ts'
import { readRefusal } from './plaid-failures.ts'

const answerSchema = z.object({ institutions: z.array(z.unknown()) })

/** Sends Plaid a small request and returns the result as text for the owner. */
export async function checkPlaidAccount(
  account: PlaidAccount,
  options: PlaidOptions = {},
): Promise<{ ok: boolean; message: string }> {
  if (!areSendable(account)) return failed(invalidKeys)
  try {
    const { CountryCode } = await import('plaid')
    const plaid = await createPlaidClient(account, options)
    const { data } = await plaid.institutionsGet({
      count: 1,
      offset: 0,
      country_codes: [CountryCode.Us],
    })
    if (!answerSchema.safeParse(data).success) return failed(invalidResponse)
    return { ok: true, message: accepted[account.environment] }
  } catch (error) {
    return failed(textFor(error, account.environment))
  }
}

const accepted = {
  production: 'Plaid accepts these keys for production.',
  sandbox: 'Plaid accepts these keys for its sandbox, so no real banks are used.',
}
const names = { production: 'production', sandbox: 'the sandbox' }
const invalidResponse = 'Plaid’s answer couldn’t be understood. Please try again later.'

const invalidKeys = 'The client ID or the secret isn’t in the format that Plaid uses.'

const failed = (message: string) => ({ ok: false, message })

function textFor(error: unknown, environment: PlaidAccount['environment']): string {
  const refusal = readRefusal(error)
  if (!refusal) return 'Plaid couldn’t be reached. Please try again in a moment.'
  const { status, data } = refusal
  if (data?.error_type === 'RATE_LIMIT_EXCEEDED' || status === 429) {
    return 'Plaid received too many requests. Please try again in a few minutes.'
  }
  if (status >= 500 || data?.error_type === 'API_ERROR') {
    return 'Plaid is having problems right now. Please try again later.'
  }
  if (data === undefined) return invalidResponse
  switch (data.error_code) {
    case 'INVALID_API_KEYS':
      return `Plaid doesn’t recognize this client ID and secret in ${names[environment]}. Each environment has its own secret.`
    case 'UNAUTHORIZED_ENVIRONMENT':
      return `Plaid hasn’t enabled ${names[environment]} for this client ID yet.`
    case 'INVALID_FIELD':
    case 'MISSING_FIELDS':
    case 'INVALID_HEADERS':
      return invalidKeys
    default:
      return 'Plaid recognizes these keys but doesn’t allow their use. Please check Plaid’s dashboard.'
  }
}
