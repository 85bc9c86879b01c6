import { CircleAlert, CircleCheck, Clock, Timer } from 'lucide-react'
import { formatMoney } from '../../../shared/money.ts'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { useHomeCurrency } from '../../auth/web/session.ts'
import type { ClientAccount } from '../contract.ts'
import { paceText } from '../rules.ts'

interface Amount {
  currency: string
  minor: number
}

const invoices = (count: number) => (count === 1 ? '1 invoice' : `${count} invoices`)

/** What a client owes and has paid, and how fast. */
export function ClientFigures({ client }: { client: ClientAccount }) {
  const home = useHomeCurrency()
  const { owed, settled, openInvoices, paidInvoices, pace, paceBefore } = client
  const open = owed.map(({ currency, openMinor }) => ({ currency, minor: openMinor }))
  const overdue = owed
    .map(({ currency, overdueMinor }) => ({ currency, minor: overdueMinor }))
    .filter(({ minor }) => minor > 0)
  const pays = paceText(pace, paceBefore)
  return (
    <section aria-labelledby="client-figures" className="flex flex-col gap-3">
      <h2 id="client-figures" className="sr-only">
        Summary
      </h2>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <StatCard
          icon={Clock}
          tone="accent"
          label="Open"
          {...amounts(open, home)}
          note={`${invoices(openInvoices)} waiting for payment`}
        />
        <StatCard
          icon={CircleAlert}
          tone={overdue.length === 0 ? 'default' : 'negative'}
          label="Overdue"
          {...amounts(overdue, home)}
          note="Past the due date"
        />
        <StatCard
          icon={CircleCheck}
          tone="positive"
          label="Paid"
          {...amounts(settled, home)}
          note={`${invoices(paidInvoices)} paid in full`}
        />
      </div>
      {pays && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <Timer aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {pays}{' '}
            <span className="text-xs">
              Based on {invoices(pace?.invoices ?? 0)} paid in the last 12 months.
            </span>
          </span>
        </p>
      )}
    </section>
  )
}

/** The first currency as the value, the others below it. */
function amounts(list: readonly Amount[], home: string) {
  const [first = { currency: home, minor: 0 }, ...others] = list
  const below = others.length > 0 && (
    <span className="text-xs wrap-anywhere tabular-nums">
      and {others.map((amount) => formatMoney(amount.minor, amount)).join(', ')}
    </span>
  )
  return { value: formatMoney(first.minor, first), below }
}
