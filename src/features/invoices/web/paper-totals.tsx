import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { amountDueOf } from '../amount-due-rules.ts'
import type { InvoiceDocument } from '../contract.ts'
import { dueText } from './due-text.ts'
import { EarlyPaymentNote } from './early-payment-note.tsx'
import { type PaperRow, paperMovements, paperTotals } from './paper-rows.ts'

export function PaperTotals({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <div className="flex w-full shrink-0 flex-col gap-4 self-end break-inside-avoid @md/paper:max-w-80 @2xl/paper:self-start">
      <dl className="flex flex-col gap-2 text-sm">
        {[...paperTotals(invoice), ...paperMovements(invoice)].map((row) => (
          <TotalRow key={row.key} row={row} />
        ))}
      </dl>
      <AmountDue invoice={invoice} />
      <EarlyPaymentNote invoice={invoice} />
    </div>
  )
}

function TotalRow({ row }: { row: PaperRow }) {
  const total = row.key === 'total'
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        total && 'font-semibold not-first:border-t not-first:border-border not-first:pt-2',
      )}
    >
      <dt className={classNames('own-words min-w-0 wrap-anywhere', total ? 'text-foreground' : 'text-muted')}>
        {row.label}
        {row.detail && <span className="own-words block text-xs">{row.detail}</span>}
      </dt>
      <dd className="shrink-0 whitespace-nowrap text-foreground tabular-nums">{row.value}</dd>
    </div>
  )
}

function AmountDue({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <div className="rounded-md bg-surface-sunken px-4 py-3">
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="text-sm font-medium text-foreground">Amount due</dt>
        <dd className="ml-auto text-2xl font-semibold tracking-tight text-foreground tabular-nums">
          {formatMoney(amountDueOf(invoice))}
        </dd>
      </dl>
      {invoice.status !== 'paid' && <p className="text-sm text-muted">{dueText(invoice)}</p>}
      {invoice.paidOn && <p className="mt-1 text-sm text-positive">Paid {formatDate(invoice.paidOn)}</p>}
    </div>
  )
}
