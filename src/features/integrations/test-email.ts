import type { Identity } from '../../platform/http/api.ts'
import { checkMailAccount } from '../../platform/mail/account-transport.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertPasswordReusable } from './kept-secret.ts'
import { testConnection } from './test-connection.ts'

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
      if (username === '') return 'Please enter the from address or a user name first.'
      return password === '' ? 'Please enter the password first.' : null
    },
    tooLate: 'The mail server did not answer in time.',
    ask: (password) => checkMailAccount({ host, port, username, password }, { allowPrivateAddresses }),
  })
}
