import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../../shared/money.ts'
import { useFocusNewRows } from '../../../web/lists/use-focus-new-rows.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import type { ReportEntry } from '../contract.ts'
import { entryFacts } from './report-text.ts'

interface ReportEntriesProps {
  entries: readonly ReportEntry[]
  currency: string
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** What a figure is made of, the latest first. */
export function ReportEntries({ entries, currency, list }: ReportEntriesProps) {
  const { rows, expectMore } = useFocusNewRows(entries.length)
  function fetchNextPage() {
    expectMore()
    return list.fetchNextPage()
  }
  return (
    <>
      <ul ref={rows} className="divide-y divide-border">
        {entries.map((entry) => (
          <li key={entry.id} tabIndex={-1} className="flex items-start justify-between gap-4 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <EntryLink entry={entry} />
              <p className="text-xs wrap-anywhere text-muted">{entryFacts(entry).join(' · ')}</p>
            </div>
            <p
              className={classNames(
                'shrink-0 text-right font-medium tabular-nums',
                (entry.minor ?? 0) < 0 ? 'text-negative' : 'text-foreground',
              )}
            >
              {entry.minor === null ? 'Not included' : formatMoney(entry.minor, { currency })}
            </p>
          </li>
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

const linkLook =
  'own-words font-medium wrap-anywhere text-foreground underline decoration-border-strong/60 underline-offset-4 hover:decoration-current touch:-my-2.5 touch:inline-block touch:py-2.5'

/** Links to what the entry is about; a bank transaction is in the list of its day. */
function EntryLink({ entry: { document, text, date, actualDate } }: { entry: ReportEntry }) {
  switch (document?.kind) {
    case 'invoice':
      return (
        <Link to="/invoices/$id" params={{ id: document.id }} className={linkLook}>
          {text}
        </Link>
      )
    case 'expense':
      return (
        <Link to="/expenses/$id/edit" params={{ id: document.id }} className={linkLook}>
          {text}
        </Link>
      )
    case 'client':
      return (
        <Link to="/clients/$id" params={{ id: document.id }} className={linkLook}>
          {text}
        </Link>
      )
    case 'transaction':
      return (
        <Link to="/transactions" search={{ date: actualDate ?? date }} className={linkLook}>
          {text}
        </Link>
      )
    default:
      return <span className="own-words font-medium wrap-anywhere text-foreground">{text}</span>
  }
}
