import { CardProviderError } from '../../platform/cards/card-provider.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertPaypalSecretReusable } from './kept-secret.ts'
import { demoPaypalAccount } from './rules.ts'
import { testConnection } from './test-connection.ts'

type Body = BodyOf<typeof contract.testPaypal>

export function testPaypal(
  deps: IntegrationDeps,
  identity: Identity,
  body: Body,
): Promise<contract.ConnectionTest> {
  const { clientId, mode } = body
  return testConnection(deps, identity, {
    column: 'paypalClientSecret',
    typed: body.clientSecret,
    check: (row) => assertPaypalSecretReusable(row, body),
    missing: (secret) =>
      clientId === '' || secret === '' ? 'Please enter the client id and the secret first.' : null,
    tooLate: 'PayPal did not answer in time.',
    async ask(clientSecret, signal) {
      try {
        await deps.connectPaypal({ clientId, clientSecret, mode }).check(signal)
        return { ok: true, message: accepted[mode] }
      } catch (error) {
        if (!(error instanceof CardProviderError)) throw error
        return { ok: false, message: textForFailure(error.kind, mode) }
      }
    },
  })
}

const accepted: Record<Body['mode'], string> = {
  live: 'PayPal accepts these keys. Payments are real.',
  sandbox: 'PayPal’s sandbox accepts these keys: no real money moves.',
  demo: 'The built-in demo accepts these keys: no real money moves.',
}

const refused: Record<Body['mode'], string> = {
  live: 'PayPal does not accept this client id and secret. Those of its sandbox work in sandbox mode only.',
  sandbox:
    'PayPal’s sandbox does not accept this client id and secret. Those for live work in live mode only.',
  demo: `The built-in demo accepts ${demoPaypalAccount.clientId} and ${demoPaypalAccount.clientSecret} alone.`,
}

function textForFailure(kind: CardProviderError['kind'], mode: Body['mode']): string {
  if (kind === 'unreachable') return 'PayPal could not be reached. Please try again in a moment.'
  if (kind === 'nonsense') return 'PayPal’s answer made no sense. Please try again later.'
  return refused[mode]
}
