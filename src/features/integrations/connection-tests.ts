import { checkPlaidAccount } from '../../platform/banks/check-plaid-account.ts'
import { type AccountFacts, CardProviderError } from '../../platform/cards/card-provider.ts'
import type { Identity } from '../../platform/http/api.ts'
import { checkMailAccount } from '../../platform/mail/account-transport.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import {
  assertSameModes,
  assertPaypalSecretReusable,
  assertPasswordReusable,
  assertPlaidSecretReusable,
} from './kept-secret.ts'
import { modeOfSecretKey, demoPaypalAccount } from './rules.ts'
import { testConnection } from './test-connection.ts'

export function testStripe(
  deps: IntegrationDeps,
  identity: Identity,
  body: BodyOf<typeof contract.testStripe>,
): Promise<contract.ConnectionTest> {
  return testConnection(deps, identity, {
    column: 'stripeSecretKey',
    typed: body.secretKey,
    check: (row) => assertSameModes(row, body),
    missing: (secretKey) => (secretKey === '' ? 'Please enter the secret key first.' : null),
    tooLate: 'Stripe didn’t answer in time.',
    async ask(secretKey, signal) {
      try {
        const { account } = deps.connectOwnCards({ secretKey })
        return textFor(await account.check(signal), secretKey, body.accountId)
      } catch (error) {
        const isWrongKey = error instanceof CardProviderError && error.isWrongKey
        return isWrongKey
          ? { ok: false, message: 'Stripe doesn’t recognize this key.' }
          : failureOf('Stripe', error, 'Stripe refused this key. Please check Stripe’s dashboard.')
      }
    },
  })
}

const permissions = {
  checkouts: 'open payment pages (Checkout Sessions)',
  refunds: 'make refunds (Refunds)',
}

function textFor(
  { accountId, canCharge, lacks }: AccountFacts,
  secretKey: string,
  typedId: string,
): contract.ConnectionTest {
  const isLive = modeOfSecretKey(secretKey) === 'live'
  if (typedId !== '' && accountId !== null && typedId !== accountId) {
    return { ok: false, message: `This key belongs to the account ${accountId}, not to ${typedId}.` }
  }
  if (lacks.length > 0) {
    const what = lacks.map((one) => permissions[one]).join(' nor ')
    return { ok: false, message: `Stripe accepts this key, but it’s restricted and may not ${what}.` }
  }
  if (isLive && canCharge === false) {
    const message =
      'Stripe accepts this key, but doesn’t let the account charge cards yet. Please finish its setup in Stripe’s dashboard.'
    return { ok: false, message }
  }
  const connection =
    accountId === null ? 'Stripe accepts this key.' : `Connected to the account ${accountId}.`
  const mode = isLive ? 'Real cards are charged.' : 'This key is for test mode, so no real cards are charged.'
  const unchecked =
    typedId !== '' && accountId === null
      ? ' Because it’s restricted, it doesn’t show which account it belongs to.'
      : ''
  return { ok: true, message: `${connection} ${mode}${unchecked}` }
}

type PaypalMode = BodyOf<typeof contract.testPaypal>['mode']

export function testPaypal(
  deps: IntegrationDeps,
  identity: Identity,
  body: BodyOf<typeof contract.testPaypal>,
): Promise<contract.ConnectionTest> {
  const { clientId, mode } = body
  return testConnection(deps, identity, {
    column: 'paypalClientSecret',
    typed: body.clientSecret,
    check: (row) => assertPaypalSecretReusable(row, body),
    missing: (secret) => missingKeys(clientId, secret),
    tooLate: 'PayPal didn’t answer in time.',
    async ask(clientSecret, signal) {
      try {
        await deps.connectPaypal({ clientId, clientSecret, mode }).check(signal)
        return { ok: true, message: accepted[mode] }
      } catch (error) {
        return failureOf('PayPal', error, refused[mode])
      }
    },
  })
}

const accepted: Record<PaypalMode, string> = {
  live: 'PayPal accepts these keys. Payments are real.',
  sandbox: 'PayPal’s sandbox accepts these keys. No real money moves.',
  demo: 'The built-in demo accepts these keys. No real money moves.',
}

const refused: Record<PaypalMode, string> = {
  live: 'PayPal doesn’t accept this client ID and secret. Sandbox keys only work in sandbox mode.',
  sandbox: 'PayPal’s sandbox doesn’t accept this client ID and secret. Live keys only work in live mode.',
  demo: `The built-in demo only accepts ${demoPaypalAccount.clientId} and ${demoPaypalAccount.clientSecret}.`,
}

export function testEmail(
  deps: IntegrationDeps,
  identity: Identity,
  body: BodyOf<typeof contract.testEmail>,
): Promise<contract.ConnectionTest> {
  const { host, port, fromAddress } = body
  const username = body.username || fromAddress
  const { allowPrivateAddresses } = deps
  return testConnection(deps, identity, {
    column: 'emailPassword',
    typed: body.password,
    check: (row) => assertPasswordReusable(row, body),
    missing(password) {
      if (username === '') return 'Please enter the from address or a username first.'
      return password === '' ? 'Please enter the password first.' : null
    },
    tooLate: 'The email server didn’t answer in time.',
    ask: (password) => checkMailAccount({ host, port, username, password }, { allowPrivateAddresses }),
  })
}

export function testBanking(
  deps: IntegrationDeps,
  identity: Identity,
  body: BodyOf<typeof contract.testBanking>,
): Promise<contract.ConnectionTest> {
  const { clientId, environment } = body
  return testConnection(deps, identity, {
    column: 'plaidSecret',
    typed: body.secret,
    check: (row) => assertPlaidSecretReusable(row, body),
    missing: (secret) => missingKeys(clientId, secret),
    tooLate: 'Plaid didn’t answer in time.',
    ask: (secret, signal) =>
      checkPlaidAccount({ clientId, secret, environment }, { address: deps.plaidAddress, signal }),
  })
}

function missingKeys(clientId: string, secret: string): string | null {
  return clientId === '' || secret === '' ? 'Please enter the client ID and the secret first.' : null
}

/** Never shows the provider's own message, because it may repeat part of a key. */
function failureOf(provider: 'Stripe' | 'PayPal', error: unknown, refusal: string): contract.ConnectionTest {
  if (!(error instanceof CardProviderError)) throw error
  const messages: Partial<Record<CardProviderError['kind'], string>> = {
    unreachable: `${provider} couldn’t be reached. Please try again in a moment.`,
    malformed: `${provider}’s answer couldn’t be understood. Please try again later.`,
  }
  return { ok: false, message: messages[error.kind] ?? refusal }
}
