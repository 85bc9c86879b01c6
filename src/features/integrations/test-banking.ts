import { checkPlaidAccount } from '../../platform/banks/check-plaid-account.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertPlaidSecretReusable } from './kept-secret.ts'
import { testConnection } from './test-connection.ts'

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
    missing: (secret) =>
      clientId === '' || secret === '' ? 'Please enter the client id and the secret first.' : null,
    tooLate: 'Plaid did not answer in time.',
    ask: (secret, signal) =>
      checkPlaidAccount({ clientId, secret, environment }, { address: deps.plaidAddress, signal }),
  })
}
