import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleAlert, RotateCcw, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFocusNewRows } from '../../../web/lists/use-focus-new-rows.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { useMay, useTimeZone } from '../../auth/web/session.ts'
import type { Figure, FigureRow } from '../contract.ts'
import { rowAmount, rowText } from './figure-row-text.ts'

interface FigureRowsProps {
  figure: Figure
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

export function FigureRows({ figure, list }: FigureRowsProps) {
  const timeZone = useTimeZone()
  const { rows } = figure
  const { rows: items, expectMore } = useFocusNewRows(rows.length)

  function fetchNextPage() {
    expectMore()
    return list.fetchNextPage()
  }

  return (
    <>
      <ul ref={items} className="divide-y divide-border">
        {rows.map((row) => (
          <FigureRowItem // A part of an invoice has the id of the invoice.
            key={`${row.kind} ${row.id} ${row.kind === 'account' ? '' : row.date}`}
            row={row}
            figure={figure}
            timeZone={timeZone}
          />
        ))}
      </ul>
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <p role="alert" className="pt-3 text-sm text-negative">
          The next rows could not be loaded. Try again.
        </p>
      )}
      <ShowMore list={{ ...list, fetchNextPage }} size="sm" className="mt-3" />
    </>
  )
}

const marks = {
  Overdue: { icon: CircleAlert, ink: 'text-negative' },
  Refund: { icon: RotateCcw, ink: 'text-negative' },
  Dispute: { icon: ShieldAlert, ink: 'text-negative' },
  Upcoming: { icon: CalendarClock, ink: 'text-foreground' },
} as const

interface FigureRowItemProps {
  row: FigureRow
  figure: Pick<Figure, 'figure' | 'today' | 'currency'>
  timeZone: string
}

function FigureRowItem({ row, figure, timeZone }: FigureRowItemProps) {
  const { name, facts, mark, of } = rowText(row, { ...figure, timeZone })
  const mayReconnect = useMay('money.write')
  const { icon: Icon, ink } = mark ? marks[mark] : {}
  return (
    <li tabIndex={-1} className="flex items-start justify-between gap-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <RowLink row={row}>{name}</RowLink>
        <p className="text-xs wrap-anywhere text-muted">
          {Icon && (
            <>
              <span className={classNames('font-medium whitespace-nowrap', ink)}>
                <Icon aria-hidden className="-mt-0.5 inline size-3.5" /> {mark}
              </span>
              <span aria-hidden> · </span>
            </>
          )}
          {facts.map((fact, index) => (
            <span key={fact}>
              {index > 0 && <span aria-hidden> · </span>}
              {fact}
            </span>
          ))}
          {row.kind === 'account' && row.isStale && (
            <>
              <span aria-hidden> · </span>
              {mayReconnect ? (
                <Link to="/bank-connections" className={reconnectClassName}>
                  Reconnect to update
                  <span className="sr-only"> {row.institutionName}</span>
                </Link>
              ) : (
                'Not up to date'
              )}
            </>
          )}
        </p>
      </div>
      <p className="shrink-0 text-right text-foreground tabular-nums">
        <span className={classNames('font-medium', (row.minor ?? 0) < 0 && 'text-negative')}>
          {rowAmount(row, figure)}
        </span>
        {of && <span className="block text-xs text-muted"> {of}</span>}
      </p>
    </li>
  )
}

const linkClassName =
  'own-words font-medium wrap-anywhere text-foreground underline decoration-border-strong/60 underline-offset-4 hover:decoration-current touch:-my-2.5 touch:inline-block touch:py-2.5'
const reconnectClassName =
  'font-medium whitespace-nowrap text-attention underline underline-offset-4 touch:-my-3 touch:inline-block touch:py-3'

/** Links to the invoice or expense of a row. Plain text if it was deleted. */
function RowLink({ row, children }: { row: FigureRow; children: ReactNode }) {
  const invoiceId = row.kind === 'invoice' ? row.id : 'invoiceId' in row ? row.invoiceId : null
  if (row.kind === 'expense') {
    return (
      <Link to="/expenses/$id/edit" params={{ id: row.id }} className={linkClassName}>
        {children}
      </Link>
    )
  }
  if (invoiceId !== null) {
    return (
      <Link to="/invoices/$id" params={{ id: invoiceId }} className={linkClassName}>
        {children}
      </Link>
    )
  }
  return <span className="own-words font-medium wrap-anywhere text-foreground">{children}</span>
}
