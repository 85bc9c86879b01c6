import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormBody } from '../../../web/forms/form-body.tsx'
import { FormSection } from '../../../web/forms/form-section.tsx'
import { draftKey } from '../../../web/forms/unsaved-draft.ts'
import { useDraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { Attachment } from '../../attachments/contract.ts'
import { AttachmentsSection } from '../../attachments/web/attachments-section.tsx'
import type { Expense } from '../contract.ts'
import { BillableField } from './billable-field.tsx'
import { DeleteExpenseButton } from './delete-expense-button.tsx'
import {
  AmountField,
  CategoryField,
  DateField,
  NotesField,
  RepeatDetails,
  RepeatsField,
} from './expense-fields.tsx'
import { type ExpenseFormValues, expenseDraftSchema, expenseFormResolver } from './expense-form-values.ts'
import { useExpenseUrlState } from './expense-links.tsx'
import { NotesSuggestions, RepeatLast } from './expense-suggestions.tsx'
import { MileageFields } from './mileage-fields.tsx'
import { TaxFields } from './tax-fields.tsx'
import { type CreateExpense, useSaveExpense } from './use-save-expense.ts'
import { VendorField } from './vendor-field.tsx'

interface ExpenseFormProps {
  draftOwner: string
  /** Null for a new expense. */
  expense: Expense | null
  initial: ExpenseFormValues
  /** The date in the business's time zone. */
  today: string
  /** Records a new expense in another way, such as together with its receipt. */
  create?: CreateExpense | undefined
  /** Filled in from elsewhere, for the user to look at. */
  toCheck?: ReadonlySet<string>
  /** Above the fields. */
  top?: ReactNode
}

const nothing: ReadonlySet<string> = new Set()

export function ExpenseForm({
  draftOwner,
  expense,
  initial,
  today,
  create,
  toCheck = nothing,
  top,
}: ExpenseFormProps) {
  const search = useExpenseUrlState()
  const resolver = useMemo(() => expenseFormResolver(today), [today])
  const handle = useDraftedForm({
    draftKey: draftKey('expense', draftOwner, expense?.id ?? null),
    draftSchema: expenseDraftSchema,
    resolver,
    initial,
    version: expense?.version ?? null,
  })
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const attachments = files.map(({ id }) => id)
  const { saving, isGone, isNew } = useSaveExpense(expense?.id ?? null, handle, attachments, create)
  const problem = isGone ? null : saving.problem
  return (
    <FormProvider {...handle.form}>
      <FormBody
        {...saving}
        problem={problem}
        handle={handle}
        label={expense ? 'Expense' : 'New expense'}
        what="expense"
        within={expense ? undefined : '/expenses/new'}
      >
        {isGone && <GoneNotice />}
        {top}
        <FormSection title="Details" action={!expense && <RepeatLast />}>
          <AmountField check={toCheck.has('amountMinor')} />
          <CategoryField check={toCheck.has('category')} />
          <TaxFields />
          <MileageFields />
          <DateField today={today} check={toCheck.has('date')} />
          {!expense && <RepeatsField />}
          {!expense && <RepeatDetails today={today} />}
          <VendorField check={toCheck.has('vendor')} />
          <BillableField expense={expense} />
          <NotesField check={toCheck.has('notes')} />
          {!expense && <NotesSuggestions />}
        </FormSection>
        {!expense && (
          <AttachmentsSection
            description="PDFs or pictures of up to 10 MB each, for your records."
            files={files}
            onChange={setFiles}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {expense && !isGone && <DeleteExpenseButton expense={expense} onDeleted={handle.finish} />}
          <Button asChild variant="secondary">
            <Link to="/expenses" search={search}>
              Cancel
            </Link>
          </Button>
          <Button
            type="submit"
            busy={handle.form.formState.isSubmitting}
            busyLabel={isNew ? 'Adding...' : 'Saving...'}
          >
            {isNew ? 'Add Expense' : 'Save Changes'}
          </Button>
        </div>
      </FormBody>
    </FormProvider>
  )
}

/** Shown in the form when the expense was deleted elsewhere. Saving then adds a new one. */
function GoneNotice() {
  const search = useExpenseUrlState()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} tabIndex={-1}>
      <Notice
        tone="attention"
        role="alert"
        title="This expense was deleted elsewhere."
        actions={
          <>
            <Button type="submit" variant="secondary" size="sm">
              Add as a New One
            </Button>
            <Button asChild variant="secondary" size="sm">
              <Link to="/expenses" search={search}>
                Back to Expenses
              </Link>
            </Button>
          </>
        }
      >
        Your changes are still here. Add it as a new expense?
      </Notice>
    </div>
  )
}
