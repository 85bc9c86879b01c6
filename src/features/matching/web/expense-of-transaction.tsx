import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { CategoryOptionList } from '../../categories/web/category-option-list.tsx'
import { categoryOptions, offeredOr } from '../../categories/web/category-options.ts'
import { useCategories } from '../../categories/web/use-categories.ts'

interface ExpenseOfTransactionProps {
  isBusy: boolean
  onAdd: (category: string) => void
}

/** Makes an expense of money that went out. */
export function ExpenseOfTransaction({ isBusy, onAdd }: ExpenseOfTransactionProps) {
  const categories = useCategories('expense')
  const [chosen, setChosen] = useState('Other')
  const category = offeredOr(categories, chosen)
  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-border pt-4">
      <Field label="Or add it as an expense" className="min-w-40 flex-1">
        <Select value={category} onChange={(event) => setChosen(event.target.value)}>
          <CategoryOptionList options={categoryOptions(categories)} />
        </Select>
      </Field>
      <Button variant="secondary" busy={isBusy} onClick={() => onAdd(category)}>
        Add expense
      </Button>
    </div>
  )
}
