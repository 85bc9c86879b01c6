import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import { ownUrl } from '../../../web/tab-business.ts'
import { getStatement } from '../contract.ts'

/** The page names the last day and the currency, so that the PDF and the email are what it shows. */
export type StatementChoice = NonNullable<RequestOf<typeof getStatement>['query']> & {
  currency: string
  to: string
}

export function statementQuery(clientId: string, choice: StatementChoice) {
  return queryOptions({
    // Whatever changes an invoice or a client loads it again.
    queryKey: ['clients', 'statement', clientId, choice],
    queryFn: () => call(getStatement, { params: { id: clientId }, query: choice }),
    placeholderData: keepPreviousData,
  })
}

export function statementPdfUrl(clientId: string, { from, ...choice }: StatementChoice): string {
  const query = new URLSearchParams({ ...choice, ...(from !== undefined && { from }) })
  return ownUrl(`/api/v1/clients/${clientId}/statement/pdf?${query}`)
}
