import type { DocumentStyle } from '../../business/contract.ts'

const drawings = { classic: Classic, modern: Modern, compact: Compact }

/** A thumbnail of an invoice in this look. The accent colour comes from `--look-accent`. */
export function LookDrawing({ look }: { look: DocumentStyle['look'] }) {
  const Lines = drawings[look]
  return (
    <svg
      aria-hidden
      viewBox="0 0 72 92"
      className="w-full rounded-sm border border-border bg-[#fff] text-[#c5cfce]"
      fill="currentColor"
    >
      <Lines />
    </svg>
  )
}

const accent = 'var(--look-accent)'

function Classic() {
  return (
    <>
      <rect width="72" height="2" fill={accent} />
      <rect x="7" y="9" width="16" height="8" rx="1" />
      <rect x="47" y="9" width="18" height="5" rx="1" fill={accent} />
      <rect x="7" y="24" width="20" height="2" />
      <rect x="7" y="28" width="14" height="2" />
      <rect x="42" y="23" width="23" height="9" rx="1" opacity=".45" />
      <rect x="7" y="40" width="58" height="4" rx="1" fill={accent} />
      <Rows from={49} step={7} count={3} />
      <rect x="40" y="74" width="25" height="6" rx="1" opacity=".6" />
    </>
  )
}

function Modern() {
  return (
    <>
      <rect width="72" height="30" fill={accent} />
      <g fill="#fff" opacity=".9">
        <rect x="7" y="6" width="14" height="6" rx="1" />
        <rect x="7" y="18" width="20" height="6" rx="1" />
        <rect x="43" y="18" width="22" height="6" rx="1" />
      </g>
      <rect x="7" y="35" width="18" height="2" />
      <rect x="40" y="35" width="18" height="2" />
      <rect x="7" y="41" width="58" height="6" rx="1" opacity=".4" />
      <rect x="7" y="53" width="58" height="1.5" fill={accent} />
      <Rows from={58} step={5.5} count={3} />
      <rect x="38" y="76" width="27" height="8" rx="1.5" fill={accent} />
    </>
  )
}

function Compact() {
  return (
    <>
      <rect width="72" height="2" fill={accent} />
      <rect x="6" y="6" width="14" height="4" rx="1" />
      <rect x="45" y="6" width="21" height="4" rx="1" fill={accent} />
      <rect x="6" y="12.5" width="60" height="1" fill={accent} />
      <rect x="6" y="16" width="15" height="1.5" />
      <rect x="6" y="19" width="11" height="1.5" />
      <rect x="27" y="16" width="15" height="1.5" />
      <rect x="27" y="19" width="11" height="1.5" />
      <rect x="50" y="16" width="16" height="1.5" />
      <rect x="50" y="19" width="16" height="1.5" />
      <rect x="6" y="25" width="60" height="3" opacity=".5" />
      <Rows from={31} step={3.6} count={12} margin={6} />
      <rect x="44" y="78" width="22" height="1" fill={accent} />
      <rect x="48" y="81" width="18" height="3" fill={accent} />
    </>
  )
}

interface RowsProps {
  from: number
  step: number
  count: number
  margin?: number
}

function Rows({ from, step, count, margin = 7 }: RowsProps) {
  return Array.from({ length: count }, (_, index) => from + index * step).map((y) => (
    <g key={y}>
      <rect x={margin} y={y} width="30" height="1.5" />
      <rect x={72 - margin - 10} y={y} width="10" height="1.5" />
    </g>
  ))
}
