import { useController, useFormContext } from 'react-hook-form'
import { FormMoneyInput } from '../../../web/forms/form-money-input.tsx'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { typedDate } from '../../../web/forms/typed-date.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { expenseCategories } from '../rules.ts'
import { dateNote } from './check-expense-form.ts'
import type { ExpenseFormValues } from './expense-form-values.ts'

export function AmountField() {
  const { control } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: 'amountCents' })
  return (
    <Field label="Amount" required error={fieldState.error?.message}>
      <FormMoneyInput {...field} />
    </Field>
  )
}

export function CategoryField() {
  const { control } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: 'category' })
  return (
    <Field label="Category" required help={<HelpHint topic="categories" />} error={fieldState.error?.message}>
      <Select {...field}>
        <option value="" disabled hidden>
          Choose a category
        </option>
        {expenseCategories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
    </Field>
  )
}

export function DateField({ today }: { today: string }) {
  const { control } = useFormContext<ExpenseFormValues>()
  const { field, fieldState } = useController({ control, name: 'date' })
  return (
    <Field label="Date" required hint={dateNote(field.value, today)} error={fieldState.error?.message}>
      <DatePicker
        name={field.name}
        value={field.value}
        onBlur={field.onBlur}
        onValueChange={(iso, text) => field.onChange(typedDate(iso, text))}
      />
    </Field>
  )
}

export function NotesField() {
  const { register, getFieldState, formState } = useFormContext<ExpenseFormValues>()
  return (
    <Field
      label="Notes"
      optional
      error={getFieldState('notes', formState).error?.message}
      className={wholeRow}
    >
      <Textarea
        {...register('notes')}
        rows={2}
        autoComplete="off"
        placeholder="What it was for, and from whom"
      />
    </Field>
  )
}
