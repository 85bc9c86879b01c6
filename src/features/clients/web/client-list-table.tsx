import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import type { ClientListItem } from '../contract.ts'
import { OwedAmounts } from './owed-amounts.tsx'

const columns: ReadonlyArray<Column<ClientListItem>> = [
  {
    key: 'name',
    header: 'Client',
    primary: true,
    className:
      'as-cards:order-1 as-cards:min-w-0 as-cards:grow as-cards:basis-2/5 as-table:w-full as-table:max-w-0 as-table:min-w-56',
    cell: (client) => (
      <div className="flex items-baseline gap-2 as-table:-m-1 as-table:h-7 as-table:flex-wrap as-table:overflow-hidden as-table:p-1">
        <Link
          to="/clients/$id"
          params={{ id: client.id }}
          title={client.companyName}
          className="own-words max-w-full min-w-0 truncate font-medium text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:py-2.5 as-cards:text-base as-cards:after:absolute as-cards:after:inset-0"
        >
          {client.companyName}
        </Link>
        <span className="own-words min-w-0 truncate text-xs text-muted as-cards:sr-only">
          {client.contactName === '' ? client.email : `${client.contactName}, ${client.email}`}
        </span>
        {client.archivedAt !== null && <Badge className="self-center">Archived</Badge>}
      </div>
    ),
  },
  {
    key: 'open',
    header: 'Open',
    numeric: true,
    className: 'as-cards:order-1 as-cards:max-w-[55%]',
    cell: ({ owed }) => <OwedAmounts owed={owed} of="openMinor" />,
  },
  {
    key: 'overdue',
    header: 'Overdue',
    numeric: true,
    className: 'as-cards:order-4 as-cards:ml-auto as-cards:text-xs/6',
    cell: ({ owed }) => <OwedAmounts owed={owed} of="overdueMinor" />,
  },
  {
    key: 'last',
    header: 'Last invoice',
    className: 'text-muted as-cards:order-3 as-cards:text-xs/6',
    cell: ({ lastInvoiceOn }) =>
      lastInvoiceOn === null ? (
        'No invoice yet'
      ) : (
        <>
          <span className="as-table:hidden">Last invoice </span>
          <time dateTime={lastInvoiceOn}>{formatDate(lastInvoiceOn)}</time>
        </>
      ),
  },
]

interface ClientListTableProps {
  clients: readonly ClientListItem[]
  loading: boolean
}

/** Memoized, so that its fifty rows rerender only when they change. */
export const ClientListTable = memo(function ClientRows({ clients, loading }: ClientListTableProps) {
  return (
    <DataTable
      caption="Clients"
      columns={columns}
      rows={clients}
      rowKey={(client) => client.id}
      loading={loading}
      dense
    />
  )
})
