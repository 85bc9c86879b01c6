import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { call, isNotFound } from '../../../web/api-client.ts'
import type { DraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../web/forms/use-save-form.ts'
import { nullIfNotFound } from '../../../web/null-if-not-found.ts'
import { showSuccess, showToast } from '../../../web/ui/toast.ts'
import {
  type Expense,
  type Repeat,
  createExpense,
  expenseInputShape,
  expenseTaxSchema,
  getRecurringExpense,
  mileageSchema,
  updateExpense,
} from '../contract.ts'
import { expenseQuery, refreshExpenses } from './expense-api.ts'
import {
  type ExpenseFormValues,
  expensePath,
  expenseValuesOf,
  toExpenseInput,
  toRepeat,
} from './expense-form-values.ts'
import { useExpenseUrlState } from './expense-links.tsx'

/** Sends a new expense. */
export type CreateExpense = (body: BodyOf<typeof createExpense>) => Promise<Expense>

/** Saves a new or changed expense and returns to the list. */
export function useSaveExpense(
  expenseId: string | null,
  handle: DraftedForm<ExpenseFormValues>,
  /** The files of a new expense that is not recurring. */
  attachments: string[],
  sendNew: CreateExpense = (body) => call(createExpense, { body }),
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = useExpenseUrlState()
  // The expense was deleted elsewhere, so saving can only add a new one.
  const [isGone, setIsGone] = useState(false)
  const isNew = expenseId === null || isGone

  async function create(values: ExpenseFormValues) {
    const { requestId, tried } = handle.startTry()
    const input = toExpenseInput(values)
    const repeat = toRepeat(values)
    const files = repeat === null ? { attachments } : {}
    const created = await sendNew({ ...input, ...files, repeat, requestId })
    if (!(await isAsRequested(created, input, repeat, tried))) {
      if (!tried) {
        // A duplicated tab has already used this request id for its own expense.
        await sendNew({ ...input, ...files, repeat, requestId: handle.renewRequest() })
      } else if (repeat === null && created.seriesId === null) {
        await update(created.id, created.version, values)
      } else {
        return showEarlier(created)
      }
    }
    handle.finish()
    void refreshExpenses(client)
    showSuccess('Expense Added', 'Your expense has been recorded successfully.')
    await navigate({ to: '/expenses' })
    if (expenseId !== null) client.removeQueries(expenseQuery(expenseId))
  }

  /** An earlier attempt succeeded with older values. The form cannot revert a recurring expense, so show it. */
  async function showEarlier({ id, seriesId }: Expense) {
    handle.finish()
    void refreshExpenses(client)
    showToast({
      title: 'Already Added',
      description:
        'An earlier attempt already added this expense, with what the form contained then. Please check it here.',
    })
    await (seriesId === null
      ? navigate({ to: '/expenses/$id/edit', params: { id } })
      : navigate({ to: '/expenses/recurring/$id', params: { id: seriesId } }))
  }

  async function change(id: string, values: ExpenseFormValues) {
    const { version } = handle.startTry()
    const saved = await update(id, version ?? 0, values).catch(nullIfNotFound)
    if (saved === null) {
      setIsGone(true)
      // Do not refetch here, because the form still shows the expense.
      await client.invalidateQueries({ queryKey: ['expenses'], refetchType: 'none' })
      return
    }
    handle.finish()
    client.setQueryData(expenseQuery(id).queryKey, saved)
    void refreshExpenses(client)
    showSuccess('Expense Saved', 'Your changes have been saved.')
    await navigate({ to: '/expenses', search })
  }

  async function findNewest(id: string) {
    const newest = await client.fetchQuery({ ...expenseQuery(id), staleTime: 0 }).catch((error: unknown) => {
      if (isNotFound(error)) setIsGone(true)
      throw error
    })
    return { values: expenseValuesOf(newest), version: newest.version }
  }

  const saving = useSaveForm({
    handle,
    words: messages(isNew ? 'add' : 'save'),
    pathOf: expensePath,
    send: (values) => (isNew ? create(values) : change(expenseId, values)),
    findNewest: isNew ? null : () => findNewest(expenseId),
  })
  return { saving, isGone, isNew }
}

const messages = (verb: 'add' | 'save') => ({
  title: 'Error',
  fallback: `Failed to ${verb} expense. Please try again.`,
  signedOut: `You must be logged in to ${verb} expenses.`,
  conflict:
    'This expense was changed elsewhere. Your changes are still here. Load the newer version, or save yours.',
})

function update(id: string, version: number, values: ExpenseFormValues): Promise<Expense> {
  return call(updateExpense, { params: { id }, body: { ...toExpenseInput(values), version } })
}

/** The same text for the same taxes and mileage, whose parts the database may store in another order. */
const partsText = ({ taxes, mileage }: Pick<Expense, 'taxes' | 'mileage'>) =>
  JSON.stringify([z.array(expenseTaxSchema).parse(taxes), mileageSchema.nullable().parse(mileage)])

/** Returns whether the created expense matches the form, rather than an earlier attempt or another tab. */
async function isAsRequested(
  created: Expense,
  input: ReturnType<typeof toExpenseInput>,
  repeat: Repeat | null,
  tried: boolean,
): Promise<boolean> {
  const isSame =
    created.currency === input.currency &&
    created.amountMinor === input.amountMinor &&
    created.category === input.category &&
    created.date === input.date &&
    created.notes === expenseInputShape.notes.parse(input.notes) &&
    created.vendor === input.vendor.trim() &&
    (created.client?.id ?? null) === input.clientId &&
    partsText(created) === partsText(input) &&
    (created.seriesId !== null) === (repeat !== null)
  if (!isSame || !tried || created.seriesId === null) return isSame
  const { frequency, end } = await call(getRecurringExpense, { params: { id: created.seriesId } })
  return JSON.stringify({ frequency, end }) === JSON.stringify(repeat)
}
