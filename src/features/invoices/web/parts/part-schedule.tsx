import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { partTexts } from '../../parts/part-text-rules.ts'

/** The parts of an invoice with their dates and amounts; nothing if everything is due at once. */
export function PartSchedule({ invoice, className }: { invoice: InvoiceDocument; className?: string }) {
  const parts = partTexts(invoice)
  if (parts.length === 0) return null
  return (
    <ol aria-label="Payment schedule" className={classNames('flex flex-col gap-1.5 text-sm', className)}>
      {parts.map(({ key, name, dueDate, amount, state }, index) => (
        <li key={key} className="flex items-baseline justify-between gap-4">
          <span className="min-w-0">
            <span className="font-medium text-foreground">{name}</span>{' '}
            <span className="text-muted">
              {`due ${dueDate}`}
              {state && (
                <>
                  {' · '}
                  <span className={stateInk[invoice.parts[index]!.state]}>{state}</span>
                </>
              )}
            </span>
          </span>
          <span className="shrink-0 text-foreground tabular-nums">{amount}</span>
        </li>
      ))}
    </ol>
  )
}

const stateInk = {
  paid: 'text-positive',
  overdue: 'text-negative',
  due: '',
  later: '',
} as const
