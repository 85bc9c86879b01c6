import { useEffect, useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { type DialogProps } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { Category } from '../contract.ts'
import { type CategoryKind, categoryColours } from '../rules.ts'
import { CategoryDot } from './category-dot.tsx'
import {
  categoryFormResolver,
  categoryFormValues,
  keepsName,
  possibleParents,
  toCategoryBody,
} from './category-form.ts'
import { colourNames, taxChoices } from './category-text.ts'
import type { CategoryChanges } from './use-category-changes.ts'

interface CategoryDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  kind: CategoryKind
  /** The category to change; null to add one. */
  category: Category | null
  categories: readonly Category[]
  onSave: CategoryChanges['save']
  moveFocus?: DialogProps['moveFocus']
}

const colourOptions = categoryColours.map((colour) => ({
  value: colour,
  label: (
    <span className="flex items-center gap-2">
      <CategoryDot colour={colour} /> {colourNames[colour]}
    </span>
  ),
}))

export function CategoryDialog(props: CategoryDialogProps) {
  const { open, onOpenChange, kind, category, categories, onSave, moveFocus } = props
  const formId = useId()
  const form = useForm({ defaultValues: categoryFormValues(category), resolver: categoryFormResolver(kind) })
  const { register, control, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState
  const parents = possibleParents(categories, category)
  const hasParts = category !== null && categories.some(({ parent }) => parent === category.name)

  const isFixed = category !== null && keepsName(kind, category.name)

  useEffect(() => {
    if (open) reset(categoryFormValues(category))
  }, [open, category, reset])

  const submit = handleSubmit(async (values) => {
    try {
      await onSave(category, toCategoryBody(values))
      onOpenChange(false)
    } catch (error) {
      if (showFieldErrors(error, setError, ['name', 'colour', 'parent', 'taxTreatment'])) return
      showError('The category was not saved', messageOf(error, 'Please try again.'))
    }
  })

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      moveFocus={moveFocus}
      title={category ? `Edit ${category.name}` : 'Add category'}
      description={
        category && !isFixed && 'Everything filed under it takes the new name. You can undo that for a day.'
      }
      formId={formId}
      submitLabel={category ? 'Save' : 'Add'}
      busy={isSubmitting}
      busyLabel="Saving..."
    >
      <form
        id={formId}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(e) => void submit(e)}
      >
        <Field
          label="Name"
          required
          error={errors.name?.message}
          hint={isFixed ? 'New transactions are filed here, so it keeps its name.' : undefined}
        >
          <Input {...register('name')} readOnly={isFixed} autoComplete="off" />
        </Field>
        <Field
          label="Part of"
          error={errors.parent?.message}
          hint={hasParts ? 'It has parts of its own, so it can’t be a part.' : undefined}
        >
          <Select {...register('parent')} disabled={hasParts}>
            <option value="">No other category</option>
            {parents.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field group label="Counts for tax" error={errors.taxTreatment?.message}>
          <Controller
            control={control}
            name="taxTreatment"
            render={({ field }) => (
              <RadioGroup value={field.value} onValueChange={field.onChange} options={taxChoices} />
            )}
          />
        </Field>
        <Field group label="Color" error={errors.colour?.message}>
          <Controller
            control={control}
            name="colour"
            render={({ field }) => (
              <RadioGroup
                value={field.value}
                onValueChange={field.onChange}
                options={colourOptions}
                className="grid! grid-cols-2 gap-x-4 sm:grid-cols-3"
              />
            )}
          />
        </Field>
      </form>
    </FormDialog>
  )
}
