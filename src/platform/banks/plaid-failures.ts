import { type BankProblem, BankProviderError, unknownAccess } from './bank-provider.ts'
import { readRefusal } from './plaid-refusal.ts'

type Failure = readonly [problem: BankProblem, words: string]

const signInAgain: Failure = ['reconnect', 'The bank asks you to sign in again.']
const finishThere: Failure = [
  'reconnect',
  'The bank wants something settled on its own website. Please do that, then sign in again.',
]
const allowMore: Failure = [
  'reconnect',
  'The bank was not allowed to share what is needed. Please sign in again and allow it.',
]
const gone: Failure = ['ended', 'The access to this bank has ended. Please connect it again.']
const notKnown: Failure = [
  'reconnect',
  'Plaid does not know this access with the keys of now. If they were changed, please enter the earlier ones; otherwise disconnect the bank and connect it again.',
]
const wrongKeys: Failure = ['keys', 'Plaid does not accept the keys of this account. Please check them.']
const notOpened: Failure = [
  'keys',
  'Plaid has not opened this for the account yet. Please look into Plaid’s dashboard.',
]
const bankDown: Failure = ['later', 'The bank does not answer right now. Please try again later.']
const serviceDown: Failure = [
  'later',
  'The service that reaches the bank has a problem of its own. Please try again later.',
]
const tooOften: Failure = ['later', 'The bank was asked too often. Please try again in some minutes.']
const notReady: Failure = ['later', 'The bank is still gathering its data. Please try again in some minutes.']
const unreachable: Failure = [
  'later',
  'The service that reaches the bank could not be reached. Please try again later.',
]
const senseless: Failure = ['later', 'The answer about the bank made no sense. Please try again later.']
const startAgain: Failure = ['refused', 'This sign-in is no longer valid. Please start again.']
const unsupported: Failure = ['refused', 'This bank, or this kind of account, cannot be connected.']
const noAccounts: Failure = ['refused', 'The bank shows no account that could be connected.']
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
  ITEM_LOCKED: finishThere,
  PASSWORD_RESET_REQUIRED: finishThere,
  USER_SETUP_REQUIRED: finishThere,
  ACCESS_NOT_GRANTED: allowMore,
  ADDITIONAL_CONSENT_REQUIRED: allowMore,
  ITEM_NOT_FOUND: gone,
  ITEM_CONCURRENTLY_DELETED: gone,
  [unknownAccess]: notKnown,
  USER_PERMISSION_REVOKED: gone,
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: [
    'restart',
    'The bank changed its data meanwhile. Please try again.',
  ],
  INVALID_API_KEYS: wrongKeys,
  UNAUTHORIZED_ENVIRONMENT: notOpened,
  UNAUTHORIZED_ROUTE_ACCESS: notOpened,
  UNAUTHORIZED_INSTITUTION: notOpened,
  INSTITUTION_REGISTRATION_REQUIRED: notOpened,
  INVALID_PRODUCT: notOpened,
  INSTITUTION_DOWN: bankDown,
  INSTITUTION_NOT_RESPONDING: bankDown,
  INSTITUTION_NOT_AVAILABLE: bankDown,
  UNSUPPORTED_RESPONSE: bankDown,
  INTERNAL_SERVER_ERROR: serviceDown,
  PLANNED_MAINTENANCE: serviceDown,
  RATE_LIMIT_EXCEEDED: tooOften,
  PRODUCT_NOT_READY: notReady,
  INVALID_PUBLIC_TOKEN: startAgain,
  INVALID_LINK_TOKEN: startAgain,
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

/** For codes that are not in the list. */
const failuresOfTypes = new Map([
  ['API_ERROR', serviceDown],
  ['INSTITUTION_ERROR', bankDown],
  ['RATE_LIMIT_EXCEEDED', tooOften],
])

export const badAnswer = () => new BankProviderError(senseless[0], 'BAD_ANSWER', senseless[1])

export function failureWithCode(code: string, otherwise = refused): BankProviderError {
  // It goes to the log: nothing but what looks like one of Plaid's names.
  const name = /^[A-Z][A-Z0-9_]{0,79}$/.test(code) ? code : 'UNKNOWN'
  const [problem, words] = failures[name] ?? otherwise
  return new BankProviderError(problem, name, words)
}

/** In our words, and without the client's error: that one carries keys and tokens in its headers and body. */
export function failureOf(error: unknown): BankProviderError {
  const refusal = readRefusal(error)
  if (!refusal) return new BankProviderError(unreachable[0], 'UNREACHABLE', unreachable[1])
  const { status, data } = refusal
  if (data) {
    const byStatus = status === 429 ? tooOften : status >= 500 ? serviceDown : refused
    return failureWithCode(data.error_code, failuresOfTypes.get(data.error_type) ?? byStatus)
  }
  if (status === 429) return failureWithCode('RATE_LIMIT_EXCEEDED')
  return status >= 500 ? failureWithCode('INTERNAL_SERVER_ERROR') : badAnswer()
}
