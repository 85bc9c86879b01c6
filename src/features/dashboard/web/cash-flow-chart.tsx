import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { compactMoney, formatMoney } from '../../../shared/money.ts'
import {
  ChartLegend,
  OutStripes,
  axisLook,
  barLook,
  lineLook,
  toneLooks,
} from '../../../web/charts/chart-parts.tsx'
import { testText } from '../../figures/web/test-text.ts'
import {
  type CashFlowMonth,
  type MonthFigure,
  leftOver,
  longMonth,
  monthFigures,
  monthKey,
  shortMonth,
  signedMoney,
} from './cash-flow-text.ts'

interface CashFlowChartProps {
  months: readonly CashFlowMonth[]
  currency: string
  onOpen: (figure: MonthFigure, month: string) => void
}

const bar = { ...barLook, cursor: 'pointer' }

/** Draws the table as a chart. Screen readers use the table instead, so nothing in here takes the focus. */
export function CashFlowChart({ months, currency, onOpen }: CashFlowChartProps) {
  const points = months.map((one) => ({ ...one, leftMinor: leftOver(one) }))
  const open = (figure: MonthFigure) => (_bar: unknown, index: number) => {
    const month = months[index]
    if (month) onOpen(figure, monthKey(month.month))
  }
  return (
    <div className="flex h-64 flex-col gap-2">
      <ChartLegend
        series={[
          { label: monthFigures.received, tone: 'in' },
          { label: monthFigures.spent, tone: 'out' },
          { label: monthFigures['left-over'], tone: 'net' },
        ]}
      />
      <div className="min-h-0 flex-1 [&_g]:outline-none [&_svg]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={points}
            accessibilityLayer={false}
            barGap={2}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          >
            <OutStripes />
            <CartesianGrid vertical={false} stroke="var(--border)" />
            <XAxis {...axisLook} dataKey="month" tickFormatter={shortMonth} interval={0} />
            <YAxis
              {...axisLook}
              tickFormatter={(minor: number) => compactMoney(minor, { currency })}
              width="auto"
              tickCount={6}
            />
            <ReferenceLine y={0} stroke="var(--border-strong)" />
            <Tooltip
              cursor={{ stroke: 'var(--border-strong)' }}
              content={<MonthCard months={months} currency={currency} />}
            />
            <Bar {...bar} dataKey="inMinor" {...toneLooks.in} onClick={open('received')} />
            <Bar {...bar} dataKey="outMinor" {...toneLooks.out} onClick={open('spent')} />
            <Line
              dataKey="leftMinor"
              {...lineLook}
              // Lets clicks pass through to the bars below.
              style={{ pointerEvents: 'none' }}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}

interface MonthCardProps {
  months: readonly CashFlowMonth[]
  currency: string
  /** Set by the chart for the hovered month. */
  active?: boolean
  label?: string
}

function MonthCard({ months, currency, active = false, label }: MonthCardProps) {
  const month = active ? months.find((one) => one.month === label) : undefined
  if (!month) return null
  return (
    <div className="rounded-md border border-border bg-surface-raised px-3 py-2 text-sm shadow-card">
      <p className="font-medium text-foreground">{longMonth(month.month)}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5 text-muted">
        <dt>{monthFigures.received}</dt>
        <dd className="text-right text-positive tabular-nums">{formatMoney(month.inMinor, { currency })}</dd>
        <dt>{monthFigures.spent}</dt>
        <dd className="text-right text-negative tabular-nums">{formatMoney(month.outMinor, { currency })}</dd>
        <dt>{monthFigures['left-over']}</dt>
        <dd className="text-right text-foreground tabular-nums">
          {signedMoney(leftOver(month), { currency })}
        </dd>
      </dl>
      {month.testMinor !== 0 && (
        <p className="mt-1 text-xs text-muted first-letter:uppercase">
          {testText(month.testMinor, { currency })}
        </p>
      )}
    </div>
  )
}
