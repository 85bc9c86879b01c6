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

const stripes = 'cash-flow-stripes'
const axis = { tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false, axisLine: false }
const bar = {
  radius: [3, 3, 0, 0] as [number, number, number, number],
  maxBarSize: 36,
  isAnimationActive: false,
  cursor: 'pointer',
}

/** Draws the table as a chart. Screen readers use the table instead, so nothing in here takes the focus. */
export function CashFlowChart({ months, currency, onOpen }: CashFlowChartProps) {
  const points = months.map((one) => ({ ...one, leftMinor: leftOver(one) }))
  const open = (figure: MonthFigure) => (_bar: unknown, index: number) => {
    const month = months[index]
    if (month) onOpen(figure, monthKey(month.month))
  }
  return (
    <div className="flex h-64 flex-col gap-2">
      <Legend />
      <div className="min-h-0 flex-1 [&_g]:outline-none [&_svg]:outline-none">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={points}
            accessibilityLayer={false}
            barGap={2}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          >
            <defs>
              <pattern
                id={stripes}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="6" height="6" fill="var(--negative-soft)" />
                <rect width="3" height="6" fill="var(--negative)" />
              </pattern>
            </defs>
            <CartesianGrid vertical={false} stroke="var(--border)" />
            <XAxis {...axis} dataKey="month" tickFormatter={shortMonth} interval={0} />
            <YAxis
              {...axis}
              tickFormatter={(minor: number) => compactMoney(minor, { currency })}
              width="auto"
              tickCount={6}
            />
            <ReferenceLine y={0} stroke="var(--border-strong)" />
            <Tooltip
              cursor={{ stroke: 'var(--border-strong)' }}
              content={<MonthCard months={months} currency={currency} />}
            />
            <Bar {...bar} dataKey="inMinor" fill="var(--positive)" onClick={open('received')} />
            <Bar
              {...bar}
              dataKey="outMinor"
              fill={`url(#${stripes})`}
              stroke="var(--negative)"
              onClick={open('spent')}
            />
            <Line
              dataKey="leftMinor"
              stroke="var(--foreground)"
              strokeWidth={2}
              dot={{ r: 3, fill: 'var(--surface)', stroke: 'var(--foreground)', strokeWidth: 2 }}
              activeDot={{ r: 4, fill: 'var(--foreground)', stroke: 'none' }}
              isAnimationActive={false}
              // Lets clicks pass through to the bars below.
              style={{ pointerEvents: 'none' }}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <li className="flex items-center gap-2">
        <span className="size-3 rounded-xs bg-positive" />
        {monthFigures.received}
      </li>
      <li className="flex items-center gap-2">
        <svg aria-hidden viewBox="0 0 12 12" className="size-3">
          <rect
            x="0.5"
            y="0.5"
            width="11"
            height="11"
            rx="2"
            className="fill-negative-soft stroke-negative"
          />
          <path d="M2 10 10 2M0.5 6 6 0.5M6 11.5 11.5 6" className="stroke-negative" strokeWidth="1.5" />
        </svg>
        {monthFigures.spent}
      </li>
      <li className="flex items-center gap-2">
        <span className="flex h-3 w-5 items-center">
          <span className="h-0.5 w-full bg-foreground" />
        </span>
        {monthFigures['left-over']}
      </li>
    </ul>
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
