import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListCursor, PagedCard } from '../../../../web/lists/paged-card.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { useMay } from '../../../auth/web/session.ts'
import type { EstimateListItem } from '../../contract.ts'
import { clientEstimatesQuery } from '../estimate-api.ts'
import { estimateStanding } from '../estimate-standing.ts'
import { estimateColumns } from './estimate-columns.tsx'

const columns = estimateColumns<EstimateListItem>({ to: '/estimates/$id', standingOf: estimateStanding })

/** The estimates for a client, newest first. */
export function ClientEstimates({ client }: { client: { id: string } }) {
  const mayWrite = useMay('sales.write')
  const [cursor, setCursor] = useState<ListCursor>(null)
  const list = useQuery(clientEstimatesQuery(client.id, cursor))
  return (
    <PagedCard
      name="Estimates"
      titled
      query={list}
      page={list.data && { ...list.data, rows: list.data.estimates }}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        title: 'No estimates yet',
        text: 'Estimates for this client are listed here.',
        action: mayWrite && (
          <Link to="/estimates/new" search={{ client: client.id }} className={textLink}>
            Create the first estimate
          </Link>
        ),
      }}
      onTurn={setCursor}
    />
  )
}
