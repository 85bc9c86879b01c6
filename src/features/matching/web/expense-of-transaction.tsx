import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { type ExpenseCategory, expenseCategories } from '../../expenses/rules.ts'

interface ExpenseOfTransactionProps {
  isBusy: boolean
  onAdd: (category: ExpenseCategory) => void
}

/** Makes an expense of money that went out. */
export function ExpenseOfTransaction({ isBusy, onAdd }: ExpenseOfTransactionProps) {
  const [category, setCategory] = useState<ExpenseCategory>('Other')
  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-border pt-4">
      <Field label="Or add it as an expense" className="min-w-40 flex-1">
        <Select value={category} onChange={(event) => setCategory(event.target.value as ExpenseCategory)}>
          {expenseCategories.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Field>
      <Button variant="secondary" busy={isBusy} onClick={() => onAdd(category)}>
        Add expense
      </Button>
    </div>
  )
}
