import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { Transaction } from '../contract.ts'
import type { RuleOffer } from './use-categorize.ts'

interface CategoryCellProps {
  transaction: Transaction
  categories: readonly string[]
  onChoose: (category: string) => void
  /** The offer to make a rule, if it is for this transaction. */
  offer: RuleOffer | null
  isMakingRule: boolean
  onMakeRule: (offer: RuleOffer) => Promise<void>
  onDismiss: () => void
}

export function CategoryCell(props: CategoryCellProps) {
  const { transaction, categories, onChoose, offer, isMakingRule, onMakeRule, onDismiss } = props
  const { category, description } = transaction
  const cell = useRef<HTMLDivElement>(null)
  // The buttons disappear after a click, so focus moves to the select.
  const focusSelect = () => cell.current?.querySelector('select')?.focus()
  return (
    <div ref={cell} className="flex min-w-0 flex-col gap-1 as-cards:items-end">
      <Select
        aria-label={`Category of ${description}`}
        value={category}
        onChange={(event) => onChoose(event.target.value)}
        className="w-40"
      >
        {!categories.includes(category) && <option value={category}>{category}</option>}
        {categories.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      {offer && (
        <div className="flex max-w-60 items-start gap-1">
          <Button
            variant="link"
            size="sm"
            className="min-h-8 text-left whitespace-normal"
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
            className="size-8 shrink-0"
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
