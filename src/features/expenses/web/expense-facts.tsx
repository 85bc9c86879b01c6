import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Card, CardContent } from '../../../web/ui/card.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { useHomeCurrency } from '../../auth/web/session.ts'
import { taxLabel } from '../../taxes/web/tax-label.ts'
import type { Expense, ExpenseTax, RecurringExpense } from '../contract.ts'
import { homeValueText } from './expense-money-text.ts'
import { distanceText } from './mileage-values.ts'

/** An expense or a recurring one, for those who may not change it. */
export function ExpenseFacts({ expense }: { expense: Expense | RecurringExpense }) {
  const { amountMinor, currency, category, vendor, notes, taxes } = expense
  const single = 'date' in expense ? expense : null
  return (
    <Card aria-label="Details">
      <CardContent>
        <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
          <Fact label="Amount">
            <span className="text-xl font-semibold tabular-nums">
              {formatMoney(amountMinor, { currency })}
            </span>
            {single && <HomeValue expense={single} />}
          </Fact>
          <Fact label="Category">{category}</Fact>
          {single && <Fact label="Date">{formatDate(single.date)}</Fact>}
          <Fact label="Vendor">{vendor}</Fact>
          {taxes.length > 0 && (
            <Fact label="Taxes in it">
              {taxes.map((tax, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- taxes may be equal and never move
                <span key={index} className="block tabular-nums">
                  {taxText(tax, currency)}
                </span>
              ))}
            </Fact>
          )}
          {single?.mileage && <Fact label="Distance">{distanceText(single.mileage)}</Fact>}
          {single?.client && (
            <Fact label="Billable to">
              <Link to="/clients/$id" params={{ id: single.client.id }} className={textLink}>
                {single.client.name}
              </Link>
            </Fact>
          )}
          {single?.billedInvoice && (
            <Fact label="Billed on">
              <Link to="/invoices/$id" params={{ id: single.billedInvoice.id }} className={textLink}>
                {single.billedInvoice.number}
              </Link>
            </Fact>
          )}
          <Fact label="Notes" isWide>
            {notes}
          </Fact>
        </dl>
      </CardContent>
    </Card>
  )
}

function HomeValue({ expense }: { expense: Expense }) {
  const text = homeValueText(expense, useHomeCurrency())
  return text !== null && <span className="block text-muted">{text}</span>
}

function taxText({ name, rate, amountMinor }: ExpenseTax, currency: string): string {
  const amount = formatMoney(amountMinor, { currency })
  return `${rate === null ? name : taxLabel({ name, rate })}: ${amount}`
}

/** Nothing for a fact that is not filled in. */
function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-muted">{label}</dt>
      <dd className="own-words wrap-anywhere whitespace-pre-line text-foreground">{children}</dd>
    </div>
  )
}
