import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FormProvider } from 'react-hook-form'
import { call } from '../../../web/api-client.ts'
import { FormBody } from '../../../web/forms/form-body.tsx'
import { FormSection } from '../../../web/forms/form-section.tsx'
import { draftKey } from '../../../web/forms/unsaved-draft.ts'
import { type DraftedForm, useDraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../web/forms/use-save-form.ts'
import { Button } from '../../../web/ui/button.tsx'
import { readEnd } from '../../schedules/web/end-values.ts'
import { useSaveSchedule } from '../../schedules/web/use-save-schedule.ts'
import { type RecurringExpense, updateRecurringExpense } from '../contract.ts'
import { recurringExpenseQuery } from './expense-api.ts'
import { AmountField, CategoryField, ExpenseEndFields, NotesField } from './expense-fields.tsx'
import {
  type ExpenseFormValues,
  expenseDraftSchema,
  expenseFormResolver,
  expensePath,
  recurringValuesOf,
  toExpenseInput,
} from './expense-form-values.ts'
import { recurringKind } from './recurring-kind.ts'
import { TaxFields } from './tax-fields.tsx'
import { VendorField } from './vendor-field.tsx'

interface RecurringFormProps {
  draftOwner: string
  recurring: RecurringExpense
}

const resolver = expenseFormResolver(null)

export function RecurringForm({ draftOwner, recurring }: RecurringFormProps) {
  const initial = useMemo(() => recurringValuesOf(recurring), [recurring])
  const handle = useDraftedForm({
    draftKey: draftKey('recurring-expense', draftOwner, recurring.id),
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
          description="Changes apply from tomorrow on, including upcoming expenses. Expenses up to today, and later ones you changed yourself, stay as they are."
        >
          <AmountField />
          <CategoryField />
          <TaxFields />
          <VendorField />
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

function useSaveRecurring(id: string, handle: DraftedForm<ExpenseFormValues>) {
  const client = useQueryClient()
  const saveSchedule = useSaveSchedule(recurringKind, handle)

  async function send(values: ExpenseFormValues) {
    const { date: _start, clientId: _client, mileage: _mileage, ...input } = toExpenseInput(values)
    const body = { ...input, end: readEnd(values) }
    await saveSchedule(
      id,
      (version) => call(updateRecurringExpense, { params: { id }, body: { ...body, version } }),
      recurringValuesOf,
    )
  }

  async function findNewest() {
    const newest = await client.fetchQuery({ ...recurringExpenseQuery(id), staleTime: 0 })
    return { values: recurringValuesOf(newest), version: newest.version }
  }

  return useSaveForm({ handle, words: messages, pathOf: expensePath, send, findNewest })
}

const messages = {
  title: 'Error',
  fallback: 'Failed to save the recurring expense. Please try again.',
  signedOut: 'You must be logged in to save recurring expenses.',
  conflict:
    'This recurring expense was changed elsewhere. Your changes are still here. Load the newer version, or save yours.',
}
