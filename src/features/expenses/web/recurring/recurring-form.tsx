import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormBody } from '../../../../web/forms/form-body.tsx'
import { FormSection } from '../../../../web/forms/form-section.tsx'
import { draftKey } from '../../../../web/forms/unsaved-draft.ts'
import { useDraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import { Button } from '../../../../web/ui/button.tsx'
import type { RecurringExpense } from '../../contract.ts'
import { expenseFormResolver } from '../check-expense-form.ts'
import { AmountField, CategoryField, NotesField } from '../expense-fields.tsx'
import { expenseDraftSchema, recurringValuesOf } from '../expense-form-values.ts'
import { ExpenseEndFields } from '../repeat-fields.tsx'
import { useSaveRecurring } from './use-save-recurring.ts'

interface RecurringFormProps {
  userId: string
  recurring: RecurringExpense
}

const resolver = expenseFormResolver(null)

export function RecurringForm({ userId, recurring }: RecurringFormProps) {
  const initial = useMemo(() => recurringValuesOf(recurring), [recurring])
  const handle = useDraftedForm({
    draftKey: draftKey('recurring-expense', userId, recurring.id),
    draftSchema: expenseDraftSchema,
    resolver,
    initial,
    version: recurring.version,
  })
  const saving = useSaveRecurring(recurring.id, handle)
  return (
    <FormProvider {...handle.form}>
      <FormBody {...saving} handle={handle} label="Recurring expense" what="recurring expense">
        <FormSection
          title="Details"
          description="Changes hold from tomorrow on, with what is added ahead already. Expenses up to today, and later ones that you changed yourself, stay as they are."
        >
          <AmountField />
          <CategoryField />
          <NotesField />
          <ExpenseEndFields />
        </FormSection>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button asChild variant="secondary">
            <Link to="/expenses/recurring">Cancel</Link>
          </Button>
          <Button type="submit" busy={handle.form.formState.isSubmitting} busyLabel="Saving...">
            Save Changes
          </Button>
        </div>
      </FormBody>
    </FormProvider>
  )
}
