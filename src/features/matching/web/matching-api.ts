import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import { refreshExpenses } from '../../expenses/web/expense-api.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { refreshPayouts } from '../../payouts/web/payout-api.ts'
import { refreshTransactions } from '../../transactions/web/transaction-api.ts'
import * as contract from '../contract.ts'

export const matchSummaryQuery = queryOptions({
  queryKey: ['matching', 'summary'],
  queryFn: () => call(contract.getMatchSummary),
})

export const suggestedMatchesQuery = pagedQuery(['matching', 'suggested'], (query) =>
  call(contract.listMatches, { query: { ...query, state: 'suggested' } }),
)

export const acceptedMatchesQuery = pagedQuery(['matching', 'accepted'], (query) =>
  call(contract.listMatches, { query: { ...query, state: 'accepted' } }),
)

export function matchTargetsQuery(transactionId: string, search: string) {
  const query = { search: search.trim() }
  return queryOptions({
    queryKey: ['matching', 'targets', transactionId, query.search],
    queryFn: () => call(contract.findMatchTargets, { params: { id: transactionId }, query }),
  })
}

/** After a decision: everything that may show the transaction, or what it was matched with. */
export async function refreshAfterMatch(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['matching'] }),
    refreshTransactions(client),
    refreshExpenses(client),
    refreshInvoices(client),
    refreshPayouts(client),
  ])
}
