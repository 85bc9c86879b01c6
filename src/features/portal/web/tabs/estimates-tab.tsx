import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListCursor, PagedCard } from '../../../../web/lists/paged-card.tsx'
import { estimateColumns } from '../../../estimates/web/list/estimate-columns.tsx'
import type { PortalEstimate } from '../../contract.ts'
import { portalEstimatesQuery } from '../portal-api.ts'

const columns = estimateColumns<PortalEstimate>({
  to: '/estimates/$id/view',
  standingOf: ({ status }) => status,
})

/** The estimates of the client, who answers each on its own page. */
export function EstimatesTab({ token }: { token: string }) {
  const [cursor, setCursor] = useState<ListCursor>(null)
  const list = useQuery(portalEstimatesQuery(token, cursor))
  return (
    <PagedCard
      name="Your estimates"
      query={list}
      page={list.data && { ...list.data, rows: list.data.estimates }}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: 'No estimates yet', text: 'Estimates that were sent to you are listed here.' }}
      onTurn={setCursor}
    />
  )
}
