import { ArrowDownLeft, ArrowUpRight, Wallet } from 'lucide-react'
import type { RefObject } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { WhyButton } from '../../figures/web/why-button.tsx'
import type { Dashboard } from '../contract.ts'
import { afterCardsText, cashText, pendingText, upcomingText } from './card-text.ts'

interface MoneyCardsProps {
  dashboard: Dashboard
  timeZone: string
  heading: RefObject<HTMLHeadingElement | null>
}

export function MoneyCards({ dashboard, timeZone, heading }: MoneyCardsProps) {
  const { cashBalance, owed, upcoming, isEmpty } = dashboard
  return (
    <section aria-labelledby="dashboard-money">
      <h2 id="dashboard-money" ref={heading} tabIndex={-1} className="sr-only">
        Your money
      </h2>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <StatCard
          label="Cash Balance"
          help={<HelpHint topic="cash-balance" />}
          icon={Wallet}
          tone={!isEmpty && cashBalance.cents < 0 ? 'negative' : 'accent'}
          {...(isEmpty
            ? { value: nothing, note: 'Shows up with your first payment, expense or bank account.' }
            : {
                value: formatMoney(cashBalance.cents),
                note: cashText(dashboard, timeZone),
                why: <WhyButton figure="cash-balance" label="Cash Balance" />,
                // The only figure that deducts what is owed on cards.
                below: cashBalance.afterCardsCents !== null && (
                  <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
                    {afterCardsText(dashboard)} <WhyButton figure="after-cards" label="After cards" />
                  </p>
                ),
              })}
        />
        <StatCard
          label="Pending Invoices"
          icon={ArrowDownLeft}
          tone={!isEmpty && owed.cents > 0 ? 'positive' : 'default'}
          {...(isEmpty
            ? { value: nothing, note: 'Money coming in: shows up with your first invoice.' }
            : {
                value: formatMoney(owed.cents),
                note: `Money coming in · ${pendingText(dashboard)}`,
                why: <WhyButton figure="owed" label="Pending Invoices" />,
              })}
        />
        <StatCard
          label="Upcoming Expenses"
          help={<HelpHint topic="upcoming-expenses" />}
          icon={ArrowUpRight}
          tone={!isEmpty && upcoming.cents > 0 ? 'negative' : 'default'}
          {...(isEmpty
            ? { value: nothing, note: 'Money going out: shows up with an expense dated after today.' }
            : {
                value: formatMoney(upcoming.cents),
                note: `Money going out · ${upcomingText(upcoming)}`,
                why: <WhyButton figure="upcoming" label="Upcoming Expenses" />,
              })}
        />
      </div>
    </section>
  )
}

const nothing = <span className="text-base font-medium tracking-normal text-muted">Nothing yet</span>
