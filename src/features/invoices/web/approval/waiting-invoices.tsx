import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../../../../shared/money.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Notice } from '../../../../web/ui/notice.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { useHasTeam } from '../../../auth/web/session.ts'
import type { WaitingInvoice } from '../../approval/contract.ts'
import { waitingInvoicesQuery } from './approval-api.ts'
import { ApprovalBadge } from './approval-badge.tsx'
import { waitingTitle } from './waiting-text.ts'

const maxShown = 5

/** Where one person works alone, nothing ever waits. */
export function useWaitingInvoices() {
  return useQuery({ ...waitingInvoicesQuery, enabled: useHasTeam() })
}

/** The oldest invoices that aren’t approved yet. Renders nothing without any. */
export function WaitingInvoices() {
  const { data } = useWaitingInvoices()
  if (!data || data.count === 0) return null
  const shown = data.invoices.slice(0, maxShown)
  const left = data.count - shown.length
  return (
    <section aria-labelledby="waiting-invoices">
      <Notice title={<span id="waiting-invoices">{waitingTitle(data)}</span>}>
        <ul className="flex flex-col">
          {shown.map((invoice) => (
            <Item key={invoice.id} invoice={invoice} />
          ))}
        </ul>
        {left > 0 && <p>{left} more</p>}
      </Notice>
    </section>
  )
}

function Item({ invoice }: { invoice: WaitingInvoice }) {
  const { id, number, clientName, totalMinor, approval, who } = invoice
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-1 touch:min-h-11">
      <Link
        to="/invoices/$id"
        params={{ id }}
        className={classNames(textLink, 'touch:-my-2.5 touch:inline-block touch:py-2.5')}
      >
        {number}
      </Link>
      <bdi title={clientName} className="own-words max-w-full min-w-0 truncate">
        {clientName}
      </bdi>
      <span className="font-semibold text-foreground tabular-nums">{formatMoney(totalMinor, invoice)}</span>
      {who !== null && (
        <span className="max-w-full min-w-0 truncate text-xs text-muted">
          by <bdi className="own-words">{who}</bdi>
        </span>
      )}
      {approval === 'returned' && <ApprovalBadge approval={approval} />}
    </li>
  )
}
