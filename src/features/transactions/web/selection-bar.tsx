import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { Selection } from '../../../web/use-selection.ts'
import { CategoryOptionList } from '../../categories/web/category-option-list.tsx'
import type { CategoryOption } from '../../categories/web/category-options.ts'
import { transactionCount } from './transaction-text.ts'

interface SelectionBarProps {
  selection: Selection
  ids: readonly string[]
  categories: readonly CategoryOption[]
  onCategorize: (category: string) => Promise<boolean>
  /** Called before the bar closes. */
  onDone: () => void
}

export function SelectionBar({ selection, ids, categories, onCategorize, onDone }: SelectionBarProps) {
  const [category, setCategory] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { size } = selection.ids

  async function apply() {
    setIsBusy(true)
    const isDone = await onCategorize(category)
    setIsBusy(false)
    if (isDone) stop()
  }

  function stop() {
    onDone()
    selection.stop()
  }

  return (
    <section
      aria-label="Selected transactions"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-border bg-surface p-3 shadow-card"
    >
      <p aria-live="polite" className="min-w-32 text-sm font-medium">
        {size === 0 ? 'Select transactions' : `${transactionCount(size)} selected`}
      </p>
      <Button variant="ghost" size="sm" onClick={() => selection.choose(size === ids.length ? [] : ids)}>
        {size === ids.length ? 'Select none' : 'Select all on this page'}
      </Button>
      <div className="flex flex-1 flex-wrap items-center justify-end gap-2">
        <Field label="Category for all of them" hideLabel>
          <Select value={category} onChange={(event) => setCategory(event.target.value)} className="w-44">
            <option value="">Category...</option>
            <CategoryOptionList options={categories} />
          </Select>
        </Field>
        <Button
          size="sm"
          disabled={size === 0 || category === ''}
          busy={isBusy}
          busyLabel="Saving..."
          onClick={() => void apply()}
        >
          Apply
        </Button>
        <Button variant="secondary" size="sm" onClick={stop}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
