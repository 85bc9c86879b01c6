import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { notConvertedIn } from '../../figures/sum-rules.ts'
import { FigureButton } from '../../figures/web/figure-button.tsx'
import { monthName } from '../../figures/web/figure-text.ts'
import { withCurrencies } from '../../figures/web/other-currencies.tsx'
import type { Dashboard } from '../contract.ts'
import { CashFlowSection } from './cash-flow-section.tsx'
import { monthKey } from './cash-flow-text.ts'

export function OverviewTab({ dashboard }: { dashboard: Dashboard }) {
  const { today, isEmpty, owed, spentInMonth, netMinor, netOther, months } = dashboard
  if (isEmpty) {
    return (
      <Card>
        <EmptyState
          icon={ChartColumn}
          title="Nothing to add up yet"
          text="Once you add an invoice or an expense, you’ll see what comes in, what goes out and what’s left."
        />
      </Card>
    )
  }
  return (
    <Card className="min-w-0">
      <dl className="grid divide-border border-b border-border max-sm:divide-y max-sm:px-4 sm:grid-cols-3 sm:divide-x sm:py-4">
        <Sum
          label="Money in"
          note={withCurrencies('What clients still owe you', owed.other)}
          tone={owed.minor > 0 && 'text-positive'}
          figure={
            <FigureButton figure="owed" label="Money in">
              {formatMoney(owed.minor, dashboard)}
            </FigureButton>
          }
        />
        <Sum
          label="Money out"
          note={withCurrencies(`All of ${monthName(today)}’s expenses`, spentInMonth.other)}
          tone={spentInMonth.minor > 0 && 'text-negative'}
          figure={
            <FigureButton figure="spent" month={monthKey(today)} label="Money out">
              {formatMoney(spentInMonth.minor, dashboard)}
            </FigureButton>
          }
        />
        <Sum
          label="Net cash flow"
          help={<HelpHint topic="net-cash-flow" />}
          // Money in and Money out name what was converted.
          note={withCurrencies('Money in minus money out', notConvertedIn({ other: netOther }))}
          tone={netMinor < 0 ? 'text-negative' : netMinor > 0 && 'text-positive'}
          figure={
            <FigureButton figure="net" label="Net cash flow">
              {formatMoney(netMinor, dashboard)}
            </FigureButton>
          }
        />
      </dl>
      <ExchangeGains dashboard={dashboard} />
      <CashFlowSection months={months} currency={dashboard.currency} />
    </Card>
  )
}

function ExchangeGains({ dashboard }: { dashboard: Dashboard }) {
  const { minor } = dashboard.exchangeGains
  if (minor === 0) return null
  const label = minor > 0 ? 'Exchange gains' : 'Exchange losses'
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-border px-4 py-2.5 text-sm lg:px-6">
      <p className="min-w-0">
        <span className="font-medium text-muted">{label}</span>{' '}
        <span className="block text-xs text-muted">
          Since you started: payments in other currencies, compared with the rate of their invoice
        </span>
      </p>
      <p className={classNames('font-semibold tabular-nums', minor > 0 ? 'text-positive' : 'text-negative')}>
        <FigureButton figure="exchange-gains" label={label}>
          {formatMoney(minor, dashboard)}
        </FigureButton>
      </p>
    </div>
  )
}

interface SumProps {
  label: string
  help?: ReactNode
  note: ReactNode
  tone: string | false
  figure: ReactNode
}

/** One of three sums side by side; on a phone, a row with the figure at its end. */
function Sum({ label, help, note, tone, figure }: SumProps) {
  return (
    <div className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-4 max-sm:py-2.5 sm:px-4 lg:px-6">
      <dt className="flex items-center gap-1 text-sm font-medium text-muted">
        {label}
        {help}
      </dt>
      <dd
        className={classNames(
          'text-lg font-semibold tracking-tight tabular-nums max-sm:row-span-2',
          tone || 'text-foreground',
        )}
      >
        {figure}
      </dd>
      <dd className="text-xs text-muted">{note}</dd>
    </div>
  )
}
