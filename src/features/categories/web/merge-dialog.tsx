import { type RefObject, useId, useState } from 'react'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { Category } from '../contract.ts'
import type { CategoryKind } from '../rules.ts'
import { CategoryOptionList } from './category-option-list.tsx'
import { categoryOptions } from './category-options.ts'
import { mergeText } from './category-text.ts'
import type { CategoryChanges } from './use-category-changes.ts'

interface MergeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  kind: CategoryKind
  category: Category
  categories: readonly Category[]
  /** Gets the focus when the category has gone. */
  fallbackFocus: RefObject<HTMLElement | null>
  onMerge: CategoryChanges['merge']
}

export function MergeDialog(props: MergeDialogProps) {
  const { open, onOpenChange, kind, category, categories, fallbackFocus, onMerge } = props
  const formId = useId()
  const [into, setInto] = useState('')
  const [error, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const targets = categoryOptions(categories).filter(({ name }) => name !== category.name)

  const hasParts = categories.some(({ parent }) => parent === category.name)

  async function merge() {
    if (into === '') {
      setProblem('Please choose a category.')
      document.querySelector<HTMLElement>(`[id="${formId}"] select`)?.focus()
      return
    }
    setIsBusy(true)
    try {
      await onMerge(category, into)
      onOpenChange(false)
    } catch (refusal) {
      const problem = refusal instanceof ApiError ? refusal.fields['into'] : undefined
      if (problem) setProblem(problem)
      else showError(`${category.name} was not merged`, messageOf(refusal, 'Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      fallbackFocus={fallbackFocus}
      title={`Merge ${category.name}`}
      description={mergeText(kind, category.name, hasParts)}
      formId={formId}
      submitLabel="Merge"
      busy={isBusy}
      busyLabel="Merging..."
    >
      <form
        id={formId}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void merge()
        }}
      >
        <Field label="Into" required error={error}>
          <Select
            value={into}
            onChange={({ target }) => {
              setInto(target.value)
              setProblem(null)
            }}
          >
            <option value="" disabled hidden>
              Choose a category
            </option>
            <CategoryOptionList options={targets} />
          </Select>
        </Field>
      </form>
    </FormDialog>
  )
}
