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
import { getReaderLocale } from '../../../shared/decimals.ts'
import { compactMoney, formatMoney } from '../../../shared/money.ts'
import {
  ChartLegend,
  OutStripes,
  axisLook,
  barLook,
  lineLook,
  toneLooks,
} from '../../../web/charts/chart-parts.tsx'
import type { ReportChart as Chart } from '../contract.ts'

interface ReportChartProps {
  chart: Chart
  currency: string
  /** Makes room for labels longer than months. */
  isOnItsSide: boolean
}

const labelLength = 18
const rowHeight = 34

const shortened = (label: string) =>
  label.length > labelLength ? `${label.slice(0, labelLength - 1).trimEnd()}…` : label

/** Draws the report. Screen readers read its table instead, so nothing in here takes the focus. */
export function ReportChart({ chart, currency, isOnItsSide }: ReportChartProps) {
  const points = chart.labels.map((label, index) => ({
    label,
    ...Object.fromEntries(chart.series.map(({ values }, one) => [`series${one}`, values[index] ?? 0])),
  }))
  const compact = (value: number) =>
    chart.isCount ? value.toLocaleString(getReaderLocale()) : compactMoney(value, { currency })
  const height = isOnItsSide ? points.length * rowHeight + 40 : 256
  const amounts = { tickFormatter: compact, tickCount: 5, allowDecimals: false }
  return (
    <div className="flex flex-col gap-2">
      {chart.series.length > 1 && <ChartLegend series={chart.series} />}
      <div style={{ height }} className="[&_g]:outline-none [&_svg]:outline-none print:h-auto!">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={points}
            layout={isOnItsSide ? 'vertical' : 'horizontal'}
            accessibilityLayer={false}
            barGap={2}
            margin={{ top: 8, right: isOnItsSide ? 24 : 12, bottom: 0, left: 0 }}
          >
            <OutStripes />
            <CartesianGrid horizontal={!isOnItsSide} vertical={isOnItsSide} stroke="var(--border)" />
            {isOnItsSide ? (
              <>
                <XAxis {...axisLook} {...amounts} type="number" />
                <YAxis
                  {...axisLook}
                  type="category"
                  dataKey="label"
                  tickFormatter={shortened}
                  width="auto"
                  interval={0}
                />
                <ReferenceLine x={0} stroke="var(--border-strong)" />
              </>
            ) : (
              <>
                <XAxis {...axisLook} dataKey="label" interval="equidistantPreserveStart" minTickGap={8} />
                <YAxis {...axisLook} {...amounts} width="auto" />
                <ReferenceLine y={0} stroke="var(--border-strong)" />
              </>
            )}
            <Tooltip
              cursor={isOnItsSide ? { fill: 'var(--surface-sunken)' } : { stroke: 'var(--border-strong)' }}
              content={<PointCard chart={chart} currency={currency} />}
            />
            {chart.series.map(({ label, tone, kind }, index) =>
              kind === 'bar' ? (
                <Bar
                  key={label}
                  {...barLook}
                  {...toneLooks[tone]}
                  radius={isOnItsSide ? [0, 3, 3, 0] : barLook.radius}
                  dataKey={`series${index}`}
                />
              ) : (
                <Line key={label} {...lineLook} dataKey={`series${index}`} />
              ),
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}

interface PointCardProps {
  chart: Chart
  currency: string
  /** Set by the chart for what the pointer is on. */
  active?: boolean
  label?: string
}

function PointCard({ chart, currency, active = false, label }: PointCardProps) {
  const index = active && label !== undefined ? chart.labels.indexOf(label) : -1
  if (index === -1) return null
  const text = (value: number) =>
    chart.isCount ? value.toLocaleString(getReaderLocale()) : formatMoney(value, { currency })
  return (
    <div className="max-w-60 rounded-md border border-border bg-surface-raised px-3 py-2 text-sm shadow-card">
      <p className="font-medium wrap-anywhere text-foreground">{label}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5 text-muted">
        {chart.series.map((series) => (
          <div key={series.label} className="contents">
            <dt>{series.label}</dt>
            <dd className="text-right text-foreground tabular-nums">{text(series.values[index] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
