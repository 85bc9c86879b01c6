import { ArrowDownLeft, ArrowUpRight, ChartColumn, Scale } from 'lucide-react'
import { monthOf } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { WhyButton } from '../../figures/web/why-button.tsx'
import type { Dashboard } from '../contract.ts'
import { CashFlowSection } from './cash-flow-section.tsx'
import { longMonth, monthKey } from './cash-flow-text.ts'

export function OverviewTab({ dashboard }: { dashboard: Dashboard }) {
  const { today, isEmpty, owed, spentInMonth, netCents, months } = dashboard
  if (isEmpty) {
    return (
      <Card>
        <EmptyState
          icon={ChartColumn}
          title="Nothing to add up yet"
          text="With your first invoice or expense, this shows what comes in, what goes out and what is left."
        />
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <StatCard
          label="Money in"
          icon={ArrowDownLeft}
          tone={owed.cents > 0 ? 'positive' : 'default'}
          value={formatMoney(owed.cents)}
          note="What clients still owe you, overdue included"
          why={<WhyButton figure="owed" label="Money in" />}
        />
        <StatCard
          label="Money out"
          icon={ArrowUpRight}
          tone={spentInMonth.cents > 0 ? 'negative' : 'default'}
          value={formatMoney(spentInMonth.cents)}
          note={`Expenses in all of ${longMonth(monthOf(today))}`}
          why={<WhyButton figure="spent" month={monthKey(today)} label="Money out" />}
        />
        <StatCard
          label="Net cash flow"
          help={<HelpHint topic="net-cash-flow" />}
          icon={Scale}
          tone={netCents < 0 ? 'negative' : netCents > 0 ? 'positive' : 'default'}
          value={formatMoney(netCents)}
          note="What you are owed minus this month’s expenses"
          why={<WhyButton figure="net" label="Net cash flow" />}
        />
      </div>
      <CashFlowSection months={months} />
    </div>
  )
}
