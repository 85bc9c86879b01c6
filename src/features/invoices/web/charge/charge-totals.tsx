import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { formatMoney } from '../../../../shared/money.ts'
import { parseThousandths } from '../../../../shared/thousandths.ts'
import { taxLabel } from '../../../taxes/web/tax-label.ts'
import { discountLabel } from '../../document/row-rules.ts'
import type { ContentValues } from '../form/content-values.ts'
import { summarizeCharge } from './summarize-charge.ts'

/** Formats an amount; a dash if it is unknown. */
export function centsText(cents: number | null): string {
  return cents === null ? '—' : formatMoney(cents)
}

export function ChargeTotals() {
  const charge = useWatch<ContentValues, 'charge'>({ name: 'charge' })
  const summary = summarizeCharge(charge)
  const { kind, percentage } = charge.discount
  const percent = kind === 'percentage' ? parseThousandths(percentage) : null
  const { discountCents } = summary
  return (
    <div className="rounded-lg bg-surface-sunken p-4">
      <h3 className="sr-only">Totals</h3>
      <dl className="flex flex-col gap-2 text-sm">
        <Row label="Subtotal" cents={summary.subtotalCents} />
        {kind !== 'none' && (
          <Row
            label={
              percent === null || discountCents === null
                ? 'Discount'
                : discountLabel({ kind: 'percentage', value: percent })
            }
            cents={discountCents === null ? null : -discountCents}
          />
        )}
        {charge.taxes.map((tax, index) => (
          <Row
            key={`${tax.name} ${tax.rate}`}
            label={taxLabel(tax)}
            cents={summary.taxesCents[index] ?? null}
          />
        ))}
        {charge.fees.length > 0 && <Row label="Fees" cents={summary.feesCents} />}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-border pt-3 text-base font-semibold">
          <dt>Total</dt>
          <dd className="text-right whitespace-nowrap text-foreground tabular-nums">
            {centsText(summary.totalCents)}
          </dd>
        </div>
      </dl>
      <div aria-live="polite">
        {summary.problem && <p className="mt-2 text-sm text-negative">{summary.problem}</p>}
      </div>
    </div>
  )
}

function Row({ label, cents }: { label: ReactNode; cents: number | null }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 break-words text-muted">{label}</dt>
      <dd className="shrink-0 text-foreground tabular-nums">{centsText(cents)}</dd>
    </div>
  )
}
