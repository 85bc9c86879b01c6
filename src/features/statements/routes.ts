import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { emailStatement } from './email-statement.ts'
import { saveStatement, showStatement } from './own-statement.ts'

export function registerStatementRoutes(
  api: Api,
  deps: Deps<'database' | 'jobs' | 'now' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>,
): void {
  api.register(contract.getStatement, ({ identity, params, query }) =>
    showStatement(deps, identity, params.id, query),
  )
  api.register(contract.getStatementPdf, ({ identity, params, query }) =>
    saveStatement(deps, identity, params.id, query),
  )
  api.register(contract.emailStatement, ({ identity, params, body }) =>
    emailStatement(deps, identity, params.id, body),
  )
}
