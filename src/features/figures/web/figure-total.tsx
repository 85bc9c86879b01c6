import { formatMoney } from '../../../shared/money.ts'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { Figure } from '../contract.ts'
import { shownCountText, totalLabel } from './figure-text.ts'
import { testText } from './test-text.ts'

/** The total, which stays visible below the scrolling rows. */
export function FigureTotal({ figure }: { figure: Figure | undefined }) {
  const part = figure && shownCountText(figure)
  const tests = figure && testText(figure.testCents)
  return (
    <div className="w-full sm:border-t sm:border-border sm:pt-4">
      <output className="block text-xs text-muted tabular-nums">
        {part && <span className="mb-1 block">{part}</span>}
        {tests && <span className="mb-1 block first-letter:uppercase">{tests}</span>}
      </output>
      <p className="flex items-baseline justify-between gap-4 font-semibold text-foreground">
        <span>{figure ? totalLabel(figure) : 'Total'}</span>{' '}
        <span className="text-lg tabular-nums wrap-anywhere">
          {figure ? formatMoney(figure.cents) : <Skeleton className="h-5 w-24" />}
        </span>
      </p>
    </div>
  )
}
