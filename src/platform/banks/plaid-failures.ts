import { z } from 'zod'
import { type BankProblem, BankProviderError, unknownAccess } from './bank-provider.ts'

type Failure = readonly [problem: BankProblem, message: string]

const signInAgain: Failure = ['reconnect', 'The bank asks you to sign in again.']
const finishAtBank: Failure = [
  'reconnect',
  'The bank needs you to do something on its own website. Please do that, then sign in again.',
]
const consentNeeded: Failure = [
  'reconnect',
  'The bank wasn’t allowed to share the data that’s needed. Please sign in again and allow it.',
]
const accessEnded: Failure = ['ended', 'Access to this bank has ended. Please connect it again.']
const unknownAccessKeys: Failure = [
  'reconnect',
  'Plaid doesn’t recognize this access with the current keys. If they were changed, please enter the earlier ones. Otherwise, disconnect the bank and connect it again.',
]
const wrongKeys: Failure = ['keys', 'Plaid doesn’t accept the keys of this account. Please check them.']
const notEnabled: Failure = [
  'keys',
  'Plaid hasn’t enabled this for the account yet. Please check Plaid’s dashboard.',
]
const bankDown: Failure = ['later', 'The bank isn’t responding right now. Please try again later.']
const serviceDown: Failure = [
  'later',
  'The service that connects to the bank is having problems. Please try again later.',
]
const rateLimited: Failure = [
  'later',
  'The bank received too many requests. Please try again in a few minutes.',
]
const notReady: Failure = [
  'later',
  'The bank is still preparing its data. Please try again in a few minutes.',
]
const unreachable: Failure = [
  'later',
  'The service that connects to the bank couldn’t be reached. Please try again later.',
]
const invalidResponse: Failure = [
  'later',
  'The bank’s answer couldn’t be understood. Please try again later.',
]
const linkInvalid: Failure = ['refused', 'This sign-in is no longer valid. Please start again.']
const unsupported: Failure = ['refused', 'This bank, or this kind of account, can’t be connected.']
const noAccounts: Failure = ['refused', 'The bank has no account that can be connected.']
const refused: Failure = ['refused', 'This was refused. Please try again, or connect another account.']

/** By Plaid's error code. */
const failures: Readonly<Record<string, Failure>> = {
  ITEM_LOGIN_REQUIRED: signInAgain,
  INVALID_CREDENTIALS: signInAgain,
  INVALID_MFA: signInAgain,
  INVALID_OTP: signInAgain,
  INVALID_SEND_METHOD: signInAgain,
  INVALID_UPDATED_USERNAME: signInAgain,
  INSUFFICIENT_CREDENTIALS: signInAgain,
  USER_INPUT_TIMEOUT: signInAgain,
  ITEM_LOCKED: finishAtBank,
  PASSWORD_RESET_REQUIRED: finishAtBank,
  USER_SETUP_REQUIRED: finishAtBank,
  ACCESS_NOT_GRANTED: consentNeeded,
  ADDITIONAL_CONSENT_REQUIRED: consentNeeded,
  ITEM_NOT_FOUND: accessEnded,
  ITEM_CONCURRENTLY_DELETED: accessEnded,
  [unknownAccess]: unknownAccessKeys,
  USER_PERMISSION_REVOKED: accessEnded,
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: [
    'restart',
    'The bank changed its data in the meantime. Please try again.',
  ],
  INVALID_API_KEYS: wrongKeys,
  UNAUTHORIZED_ENVIRONMENT: notEnabled,
  UNAUTHORIZED_ROUTE_ACCESS: notEnabled,
  UNAUTHORIZED_INSTITUTION: notEnabled,
  INSTITUTION_REGISTRATION_REQUIRED: notEnabled,
  INVALID_PRODUCT: notEnabled,
  INSTITUTION_DOWN: bankDown,
  INSTITUTION_NOT_RESPONDING: bankDown,
  INSTITUTION_NOT_AVAILABLE: bankDown,
  UNSUPPORTED_RESPONSE: bankDown,
  INTERNAL_SERVER_ERROR: serviceDown,
  PLANNED_MAINTENANCE: serviceDown,
  RATE_LIMIT_EXCEEDED: rateLimited,
  PRODUCT_NOT_READY: notReady,
  INVALID_PUBLIC_TOKEN: linkInvalid,
  INVALID_LINK_TOKEN: linkInvalid,
  INSTITUTION_NO_LONGER_SUPPORTED: unsupported,
  INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT: unsupported,
  INSTITUTION_NOT_FOUND: unsupported,
  ITEM_NOT_SUPPORTED: unsupported,
  MFA_NOT_SUPPORTED: unsupported,
  PRODUCTS_NOT_SUPPORTED: unsupported,
  PRODUCT_NOT_ENABLED: unsupported,
  NO_ACCOUNTS: noAccounts,
  NO_AUTH_ACCOUNTS: noAccounts,
}

export const plaidCodes: readonly string[] = Object.keys(failures)

/** For codes that are not in `failures`. */
const failuresByType = new Map([
  ['API_ERROR', serviceDown],
  ['INSTITUTION_ERROR', bankDown],
  ['RATE_LIMIT_EXCEEDED', rateLimited],
])

export const invalidAnswer = () => new BankProviderError(invalidResponse[0], 'BAD_ANSWER', invalidResponse[1])

/** Codes are logged, so only names in Plaid's format are allowed. */
export const loggableCode = (code: string) => (/^[A-Z][A-Z0-9_]{0,79}$/.test(code) ? code : 'UNKNOWN')

export function failureWithCode(code: string, otherwise = refused): BankProviderError {
  const name = loggableCode(code)
  const [problem, message] = failures[name] ?? otherwise
  return new BankProviderError(problem, name, message)
}

/** An error of the client. The rest of it, which includes the keys, is dropped. */
const refusalSchema = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({ error_code: z.string(), error_type: z.string() }).optional().catch(undefined),
  }),
})

/** Returns Plaid's error response; undefined if Plaid did not respond. */
export const readRefusal = (error: unknown) => refusalSchema.safeParse(error).data?.response

/** Does not keep the client's error as the cause, because its headers and body contain keys and tokens. */
export function failureOf(error: unknown): BankProviderError {
  const refusal = readRefusal(error)
  if (!refusal) return new BankProviderError(unreachable[0], 'UNREACHABLE', unreachable[1])
  const { status, data } = refusal
  if (data) {
    const byStatus = status === 429 ? rateLimited : status >= 500 ? serviceDown : refused
    return failureWithCode(data.error_code, failuresByType.get(data.error_type) ?? byStatus)
  }
  if (status === 429) return failureWithCode('RATE_LIMIT_EXCEEDED')
  return status >= 500 ? failureWithCode('INTERNAL_SERVER_ERROR') : invalidAnswer()
}
