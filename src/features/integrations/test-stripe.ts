import { type AccountFacts, CardProviderError } from '../../platform/cards/card-provider.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertSameModes } from './kept-secret.ts'
import { modeOfSecretKey } from './rules.ts'
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
    tooLate: 'Stripe did not answer in time.',
    async ask(secretKey, signal) {
      try {
        const { account } = deps.connectOwnCards({ secretKey })
        return textFor(await account.check(signal), secretKey, body.accountId)
      } catch (error) {
        if (!(error instanceof CardProviderError)) throw error
        return { ok: false, message: textForFailure(error) }
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
    return { ok: false, message: `Stripe knows this key, but it is restricted: it may not ${what}.` }
  }
  if (isLive && canCharge === false) {
    const message =
      'Stripe knows this key, but does not let the account charge cards yet. Please finish its setup in Stripe’s dashboard.'
    return { ok: false, message }
  }
  const connection = accountId === null ? 'Stripe knows this key.' : `Connected to the account ${accountId}.`
  const mode = isLive ? 'Real cards are charged.' : 'This key is for test mode: no real card is charged.'
  const unchecked =
    typedId !== '' && accountId === null
      ? ' Being restricted, it does not tell to which account it belongs.'
      : ''
  return { ok: true, message: `${connection} ${mode}${unchecked}` }
}

/** Never shows the provider's own message, because it may repeat part of a key. */
function textForFailure({ kind, isWrongKey }: CardProviderError): string {
  if (isWrongKey) return 'Stripe does not know this key.'
  if (kind === 'unreachable') return 'Stripe could not be reached. Please try again in a moment.'
  if (kind === 'nonsense') return 'Stripe’s answer made no sense. Please try again later.'
  return 'Stripe refused this key. Please look into Stripe’s dashboard.'
}
