const stripes = 'out-stripes'

export const axisLook = { tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false, axisLine: false }

export const barLook = {
  radius: [3, 3, 0, 0] as [number, number, number, number],
  maxBarSize: 36,
  isAnimationActive: false,
}

export const lineLook = {
  stroke: 'var(--foreground)',
  strokeWidth: 2,
  dot: { r: 3, fill: 'var(--surface)', stroke: 'var(--foreground)', strokeWidth: 2 },
  activeDot: { r: 4, fill: 'var(--foreground)', stroke: 'none' },
  isAnimationActive: false,
}

/** Bars by what they mean. What went out is striped, so that it does not depend on color alone. */
export const toneLooks = {
  in: { fill: 'var(--positive)' },
  out: { fill: `url(#${stripes})`, stroke: 'var(--negative)' },
  net: { fill: 'var(--foreground)' },
  plain: { fill: 'var(--accent)' },
} as const
export type ChartTone = keyof typeof toneLooks

/** Defines the stripes; a chart with bars for what went out contains it. */
export function OutStripes() {
  return (
    <defs>
      <pattern id={stripes} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="var(--negative-soft)" />
        <rect width="3" height="6" fill="var(--negative)" />
      </pattern>
    </defs>
  )
}

interface ChartLegendProps {
  series: ReadonlyArray<{ label: string; tone: ChartTone; kind?: 'bar' | 'line' }>
}

export function ChartLegend({ series }: ChartLegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted [print-color-adjust:exact]">
      {series.map(({ label, tone, kind = tone === 'net' ? 'line' : 'bar' }) => (
        <li key={label} className="flex items-center gap-2">
          <LegendMark tone={tone} kind={kind} />
          {label}
        </li>
      ))}
    </ul>
  )
}

const fills = { in: 'bg-positive', net: 'bg-foreground', plain: 'bg-accent' } as const

function LegendMark({ tone, kind }: { tone: ChartTone; kind: 'bar' | 'line' }) {
  if (kind === 'line') {
    return (
      <span className="flex h-3 w-5 items-center">
        <span className="h-0.5 w-full bg-foreground" />
      </span>
    )
  }
  if (tone !== 'out') return <span className={`size-3 rounded-xs ${fills[tone]}`} />
  return (
    <svg aria-hidden viewBox="0 0 12 12" className="size-3">
      <rect x="0.5" y="0.5" width="11" height="11" rx="2" className="fill-negative-soft stroke-negative" />
      <path d="M2 10 10 2M0.5 6 6 0.5M6 11.5 11.5 6" className="stroke-negative" strokeWidth="1.5" />
    </svg>
  )
}
