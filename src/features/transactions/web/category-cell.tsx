import { ChevronDown, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import { useMay } from '../../auth/web/session.ts'
import type { CategoryColour } from '../../categories/rules.ts'
import { CategoryDot } from '../../categories/web/category-dot.tsx'
import { CategoryOptionList } from '../../categories/web/category-option-list.tsx'
import { type CategoryOption, withChosen } from '../../categories/web/category-options.ts'
import type { Transaction } from '../contract.ts'
import type { RuleOffer } from './use-categorize.ts'

interface CategoryCellProps {
  transaction: Transaction
  categories: readonly CategoryOption[]
  /** Undefined for gray, which has no dot. */
  colour: CategoryColour | undefined
  onChoose: (category: string) => void
  /** The offer to make a rule, if it is for this transaction. */
  offer: RuleOffer | null
  isMakingRule: boolean
  onMakeRule: (offer: RuleOffer) => Promise<void>
  onDismiss: () => void
}

/** As wide as its column, whatever it shows: choosing a category must not move the other columns. */
export function CategoryCell(props: CategoryCellProps) {
  const { transaction, offer, isMakingRule, onMakeRule, onDismiss } = props
  const cell = useRef<HTMLDivElement>(null)
  // The buttons disappear after a click, so focus moves to the select.
  const mayWrite = useMay('money.write')
  const focusSelect = () => cell.current?.querySelector('select')?.focus()
  if (!mayWrite) return <span className={twoLineRows.control}>{transaction.category}</span>
  return (
    <div ref={cell} className="flex min-w-0 flex-col gap-1 as-cards:contents">
      <CategorySelect {...props} transaction={transaction} />
      {offer && (
        <div className={classNames('flex items-start justify-between gap-1', twoLineRows.offer)}>
          <Button
            variant="link"
            size="sm"
            className="min-h-10 min-w-0 shrink! text-left wrap-anywhere whitespace-normal"
            busy={isMakingRule}
            busyLabel="Saving..."
            onClick={() => void onMakeRule(offer).then(focusSelect)}
          >
            Always for {offer.merchant}
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="No rule"
            onClick={() => {
              onDismiss()
              focusSelect()
            }}
          >
            <X aria-hidden />
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * In a card, the select is transparent and lies on a chip with its value: a native select is as wide as its
 * longest option, and on iOS its text must have 16 pixels.
 */
function CategorySelect({
  transaction: { category, description },
  categories,
  colour,
  onChoose,
}: Pick<CategoryCellProps, 'transaction' | 'categories' | 'colour' | 'onChoose'>) {
  return (
    <div
      className={classNames(
        'relative as-cards:flex as-cards:h-11 as-cards:items-center as-cards:justify-end',
        twoLineRows.control,
      )}
    >
      <select
        aria-label={`Category of ${description}`}
        value={category}
        onChange={(event) => onChoose(event.target.value)}
        className={classNames(
          'peer control appearance-none as-cards:absolute as-cards:inset-0 as-cards:h-full as-cards:opacity-0 as-table:pr-9',
          colour && 'as-table:pl-8',
        )}
      >
        <CategoryOptionList options={withChosen(categories, category)} />
      </select>
      <span
        aria-hidden
        className="pointer-events-none flex h-7 max-w-40 items-center gap-1 rounded-full border border-border-strong/60 px-2.5 text-xs text-foreground outline-ring peer-hover:border-border-strong peer-focus-visible:outline-2 as-table:hidden"
      >
        {colour && <CategoryDot colour={colour} />}
        <span className="truncate">{category}</span>
        <ChevronDown className="size-3.5 shrink-0 text-muted" />
      </span>
      {colour && (
        <CategoryDot
          colour={colour}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 as-cards:hidden"
        />
      )}
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted as-cards:hidden"
      />
    </div>
  )
}
