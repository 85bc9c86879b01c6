import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Column } from '../../../../web/ui/data-table.tsx'

/** A row of the list of invoices or estimates. */
interface DocumentRow {
  id: string
  clientName: string
  clientEmail: string
}

export const numberId = ({ id }: Pick<DocumentRow, 'id'>) => `document-number-${id}`
const clientId = ({ id }: DocumentRow) => `document-client-${id}`

/** As high as a badge, so that badges that wrap to the next line of a card keep a distance. */
export const cardDetail = 'as-cards:order-3 as-cards:text-xs/6'

export function clientColumn<Row extends DocumentRow>(to: '/invoices/$id' | '/estimates/$id'): Column<Row> {
  return {
    key: 'client',
    header: 'Client',
    primary: true,
    className:
      'as-cards:order-1 as-cards:min-w-0 as-cards:grow as-cards:basis-2/5 as-table:w-full as-table:max-w-0 as-table:min-w-44 as-tight-table:min-w-24',
    cell: (row) => (
      <div
        id={clientId(row)}
        className="flex items-baseline gap-2 as-table:-m-1 as-table:h-7 as-table:flex-wrap as-table:overflow-hidden as-table:p-1"
      >
        <Link
          to={to}
          params={{ id: row.id }}
          title={row.clientName}
          className="own-words max-w-full min-w-0 truncate font-medium text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:py-2.5 as-cards:text-base as-cards:after:absolute as-cards:after:inset-0"
        >
          {row.clientName}
        </Link>
        <span className="text-xs text-muted as-cards:sr-only as-tight-table:sr-only">{row.clientEmail}</span>
      </div>
    ),
  }
}

/** `describedBy` has the ids of the elements that name the row. */
export function actionsColumn<Row extends DocumentRow>(
  actions: (row: Row, describedBy: string) => ReactNode,
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    className:
      'as-table:w-px as-cards:relative as-cards:order-4 as-cards:-mx-2 as-cards:w-[calc(100%+1rem)] as-cards:min-h-8 as-cards:touch:min-h-11',
    cell: (row) => (
      <div className="flex items-center justify-end">{actions(row, `${numberId(row)} ${clientId(row)}`)}</div>
    ),
  }
}
