import { productName } from '../../shared/product.ts'
import { classNames } from '../../web/ui/class-names.ts'

const paddles = Array.from({ length: 8 }, (_, index) => index * 45)

/** A mill wheel with its paddles, above the water of the race. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden className={classNames('shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="stroke-accent-foreground" strokeWidth="2.25" strokeLinecap="round">
        <circle cx="16" cy="13.5" r="5" />
        {paddles.map((angle) => (
          <path key={angle} d="M16 8.5l1.6-3" transform={`rotate(${angle} 16 13.5)`} />
        ))}
        <path d="M6 26c2.5 0 2.5-1.75 5-1.75S13.5 26 16 26s2.5-1.75 5-1.75S23.5 26 26 26" />
      </g>
      <circle cx="16" cy="13.5" r="1.5" className="fill-accent-foreground" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight text-foreground">
      <LogoMark className="size-8" />
      <span className="@max-[17rem]/header:sr-only">{productName}</span>
    </span>
  )
}
