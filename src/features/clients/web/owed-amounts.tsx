import { formatMoney } from '../../../shared/money.ts'
import type { Owed } from '../contract.ts'

interface OwedAmountsProps {
  owed: readonly Owed[]
  of: 'openMinor' | 'overdueMinor'
}

/** The first currency of the list, and how many more there are. */
export function OwedAmounts({ owed, of }: OwedAmountsProps) {
  const amounts = owed.filter((sum) => sum[of] > 0)
  const [first, ...others] = amounts
  if (!first) return <span className="text-muted as-cards:sr-only">—</span>
  const more = others.map((sum) => formatMoney(sum[of], sum)).join(', ')
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
      {of === 'overdueMinor' && <span className="as-table:hidden">Overdue</span>}
      <span className={of === 'overdueMinor' ? 'font-medium text-negative' : 'font-semibold text-foreground'}>
        {formatMoney(first[of], first)}
      </span>
      {others.length > 0 && (
        <span className="text-xs text-muted" title={more}>
          +{others.length} more {others.length === 1 ? 'currency' : 'currencies'}
          <span className="sr-only">: {more}</span>
        </span>
      )}
    </span>
  )
}
