import type { Api } from '../../platform/http/api.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'
import { acceptMatch } from './accept-match.ts'
import * as contract from './contract.ts'
import { createExpenseOfTransaction } from './create-expense-of-transaction.ts'
import { declineMatch } from './decline-match.ts'
import { findMatchTargets } from './find-match-targets.ts'
import { listMatches } from './list-matches.ts'
import { matchByHand } from './match-by-hand.ts'
import { setMatchingSettings, summarizeMatches } from './matching-settings.ts'
import { undoMatch } from './undo-match.ts'

export function registerMatchingRoutes(api: Api, deps: InvoiceChangeDeps): void {
  api.register(contract.listMatches, ({ identity, query }) => listMatches(deps, identity, query))
  api.register(contract.getMatchSummary, ({ identity }) => summarizeMatches(deps, identity))
  api.register(contract.setMatchingSettings, ({ identity, body }) =>
    setMatchingSettings(deps, identity, body),
  )
  api.register(contract.acceptMatch, ({ identity, params }) => acceptMatch(deps, identity, params.id))
  api.register(contract.declineMatch, ({ identity, params }) => declineMatch(deps, identity, params.id))
  api.register(contract.undoMatch, ({ identity, params }) => undoMatch(deps, identity, params.id))
  api.register(contract.findMatchTargets, ({ identity, params, query }) =>
    findMatchTargets(deps, identity, params.id, query),
  )
  api.register(contract.matchTransaction, ({ identity, params, body }) =>
    matchByHand(deps, identity, params.id, body),
  )
  api.register(contract.createExpenseOfTransaction, ({ identity, params, body }) =>
    createExpenseOfTransaction(deps, identity, params.id, body),
  )
}
