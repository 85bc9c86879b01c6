import type { ReactNode } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { Currency } from '../../../../shared/currencies.ts'
import { formatAmount, formatMoney } from '../../../../shared/money.ts'
import { parseThousandths } from '../../../../shared/thousandths.ts'
import { useFieldControl } from '../../../../web/ui/fields/field-context.ts'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { taxLabel } from '../../../taxes/web/tax-label.ts'
import { discountLabel } from '../../document/row-rules.ts'
import { type LateFee, lateFeeLabel, lateFeesMinor } from '../../late-fees/late-fee-rules.ts'
import type { ContentValues } from '../form/content-values.ts'
import { summarizeCharge } from './summarize-charge.ts'
import { useCurrency } from './use-currency.ts'

/** Formats an amount; a dash if it is unknown. */
export function minorText(minor: number | null, currency: Currency): string {
  return minor === null ? '—' : formatMoney(minor, { currency })
}

interface LateFeesProps {
  /** The late fees that the document has. They are a part of its total. */
  lateFees: readonly LateFee[]
}

export function ChargeTotals({ lateFees }: LateFeesProps) {
  const charge = useWatch<ContentValues, 'charge'>({ name: 'charge' })
  const currency = useCurrency()
  const summary = summarizeCharge(charge, currency)
  const { kind, percentage } = charge.discount
  const percent = kind === 'percentage' ? parseThousandths(percentage) : null
  const { discountMinor } = summary
  const isIncluded = charge.taxIncluded && charge.taxes.length > 0
  const { errors } = useFormState<ContentValues>({ name: 'charge' })
  const error = errors.charge?.root?.message ?? errors.charge?.message
  return (
    <div className="rounded-lg bg-surface-sunken p-4">
      <h3 className="sr-only">Totals</h3>
      <dl className="flex flex-col gap-2 text-sm">
        <Row label={isIncluded ? 'Subtotal incl. tax' : 'Subtotal'} minor={summary.subtotalMinor} />
        {kind !== 'none' && (
          <Row
            label={
              typeof percent !== 'number' || discountMinor === null
                ? 'Discount'
                : discountLabel({ kind: 'percentage', value: percent })
            }
            minor={discountMinor === null ? null : -discountMinor}
          />
        )}
        {charge.taxes.map((tax, index) => (
          <Row
            key={`${tax.name} ${tax.rate}`}
            label={`${isIncluded ? 'incl. ' : ''}${taxLabel(tax)}`}
            minor={summary.taxesMinor[index] ?? null}
          />
        ))}
        {charge.fees.length > 0 && <Row label="Fees" minor={summary.feesMinor} />}
        <LateFeeRows lateFees={lateFees} />
        <div className={totalRow}>
          <dt>Total</dt>
          <dd className="min-w-0 flex-1">
            <Field label="Amount" hideLabel error={error}>
              <TotalInput minor={withLateFees(summary.totalMinor, lateFees)} currency={currency} />
            </Field>
          </dd>
        </div>
      </dl>
      <div aria-live="polite">
        {summary.problem && summary.problem !== error && (
          <p className="mt-2 text-sm text-negative">{summary.problem}</p>
        )}
      </div>
    </div>
  )
}

/** What late fees add to a single amount. */
export function AmountTotals({ lateFees }: LateFeesProps) {
  const charge = useWatch<ContentValues, 'charge'>({ name: 'charge' })
  const currency = useCurrency()
  const { totalMinor } = summarizeCharge(charge, currency)
  return (
    <dl className="flex flex-col gap-2 rounded-lg bg-surface-sunken p-4 text-sm">
      <LateFeeRows lateFees={lateFees} />
      <div className={totalRow}>
        <dt>Total</dt>
        <dd className="tabular-nums">{minorText(withLateFees(totalMinor, lateFees), currency)}</dd>
      </div>
    </dl>
  )
}

const totalRow =
  'mt-1 flex items-baseline justify-between gap-4 border-t border-border pt-3 text-base font-semibold'

function LateFeeRows({ lateFees }: LateFeesProps) {
  return lateFees.map((fee) => (
    <Row key={`${fee.dueDate} ${fee.on}`} label={lateFeeLabel(fee)} minor={fee.amountMinor} />
  ))
}

export function withLateFees(minor: number | null, lateFees: readonly LateFee[]): number | null {
  return minor === null ? null : minor + lateFeesMinor(lateFees)
}

/** The amount of the invoice: here it is calculated, and can only be read. It looks like the rows above it. */
function TotalInput({ minor, currency }: { minor: number | null; currency: Currency }) {
  const text = minor === null ? '' : formatAmount(minor, { currency })
  const [before, after] = formatMoney(0, { currency }).split(formatAmount(0, { currency }))
  return (
    <span className="flex items-baseline justify-end text-foreground tabular-nums">
      {minor !== null && before}
      <input
        {...useFieldControl({})}
        name="charge.amountMinor"
        readOnly
        value={text}
        placeholder="—"
        style={{ width: `${Math.max(text.length, 1)}ch` }}
        className="field-sizing-content rounded-sm bg-transparent supports-[field-sizing:content]:w-auto! text-right font-semibold placeholder:text-foreground placeholder:opacity-100"
      />
      {minor !== null && after}
    </span>
  )
}

function Row({ label, minor }: { label: ReactNode; minor: number | null }) {
  const currency = useCurrency()
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 break-words text-muted">{label}</dt>
      <dd className="shrink-0 text-foreground tabular-nums">{minorText(minor, currency)}</dd>
    </div>
  )
}
