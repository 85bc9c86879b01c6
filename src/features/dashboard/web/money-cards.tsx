import { ArrowDownLeft, ArrowUpRight, Wallet } from 'lucide-react'
import type { RefObject } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { FigureButton } from '../../figures/web/figure-button.tsx'
import { withCurrencies } from '../../figures/web/other-currencies.tsx'
import type { Dashboard } from '../contract.ts'
import { afterCardsText, cashText, pendingText, upcomingText } from './card-text.ts'

interface MoneyCardsProps {
  dashboard: Dashboard
  timeZone: string
  heading: RefObject<HTMLHeadingElement | null>
}

/** On a wide screen, as tall with a line about credit cards as without, so that nothing below depends on it. */
export const moneyGrid = 'grid gap-3 sm:grid-cols-3 sm:gap-4 lg:min-h-39.5'

export function MoneyCards({ dashboard, timeZone, heading }: MoneyCardsProps) {
  const { cashBalance, owed, upcoming, isEmpty } = dashboard
  return (
    <section aria-labelledby="dashboard-money">
      <h2 id="dashboard-money" ref={heading} tabIndex={-1} className="sr-only">
        Your money
      </h2>
      <div className={moneyGrid}>
        <StatCard
          label="Cash Balance"
          help={<HelpHint topic="cash-balance" />}
          icon={Wallet}
          tone={!isEmpty && cashBalance.minor < 0 ? 'negative' : 'accent'}
          {...(isEmpty
            ? { value: nothing, note: 'Appears with your first payment, expense or bank account.' }
            : {
                value: (
                  <FigureButton figure="cash-balance" label="Cash Balance">
                    {formatMoney(cashBalance.minor, dashboard)}
                  </FigureButton>
                ),
                note: withCurrencies(cashText(dashboard, timeZone), cashBalance.other),
                // The only figure that deducts what is owed on cards.
                below: cashBalance.afterCardsMinor !== null && (
                  <p className="tabular-nums">
                    <FigureButton figure="after-cards" label="After cards">
                      {formatMoney(cashBalance.afterCardsMinor, dashboard)}
                    </FigureButton>{' '}
                    {afterCardsText(dashboard)}
                  </p>
                ),
              })}
        />
        <StatCard
          label="Pending Invoices"
          icon={ArrowDownLeft}
          tone={!isEmpty && owed.minor > 0 ? 'positive' : 'default'}
          {...(isEmpty
            ? { value: nothing, note: 'Money coming in. Appears with your first invoice.' }
            : {
                value: (
                  <FigureButton figure="owed" label="Pending Invoices">
                    {formatMoney(owed.minor, dashboard)}
                  </FigureButton>
                ),
                note: withCurrencies(`Money coming in · ${pendingText(dashboard)}`, owed.other),
              })}
        />
        <StatCard
          label="Upcoming Expenses"
          help={<HelpHint topic="upcoming-expenses" />}
          icon={ArrowUpRight}
          tone={!isEmpty && upcoming.minor > 0 ? 'negative' : 'default'}
          {...(isEmpty
            ? { value: nothing, note: 'Money going out. Appears with your first expense dated after today.' }
            : {
                value: (
                  <FigureButton figure="upcoming" label="Upcoming Expenses">
                    {formatMoney(upcoming.minor, dashboard)}
                  </FigureButton>
                ),
                note: withCurrencies(`Money going out · ${upcomingText(upcoming)}`, upcoming.other),
              })}
        />
      </div>
    </section>
  )
}

const nothing = <span className="text-base font-medium tracking-normal text-muted">Nothing yet</span>
