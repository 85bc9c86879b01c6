import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import type { DraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../../web/forms/use-save-form.ts'
import { showToast } from '../../../../web/ui/toast.ts'
import { readEnd } from '../../../schedules/web/end-values.ts'
import { updateRecurringExpense } from '../../contract.ts'
import { recurringExpenseQuery, refreshExpenses } from '../expense-api.ts'
import {
  type ExpenseFormValues,
  expensePath,
  recurringValuesOf,
  toExpenseInput,
} from '../expense-form-values.ts'
import { nullIfGone } from '../use-save-expense.ts'

export function useSaveRecurring(id: string, handle: DraftedForm<ExpenseFormValues>) {
  const client = useQueryClient()

  async function send(values: ExpenseFormValues) {
    const { version } = handle.startTry()
    const { date: _start, ...input } = toExpenseInput(values)
    const body = { ...input, end: readEnd(values), version: version ?? 0 }
    const saved = await call(updateRecurringExpense, { params: { id }, body }).catch(nullIfGone)
    if (saved === null) {
      // Ended elsewhere: the page shows that after the query is reset.
      handle.finish()
      void refreshExpenses(client)
      await client.resetQueries(recurringExpenseQuery(id))
      return
    }
    handle.adopt(recurringValuesOf(saved), saved.version)
    client.setQueryData(recurringExpenseQuery(id).queryKey, saved)
    void refreshExpenses(client)
    showToast({
      title: 'Recurring Expense Saved',
      description:
        saved.state === 'over'
          ? 'It has ended: no more expenses are added. Those up to today stay as they are.'
          : 'Your changes hold from tomorrow on. Those up to today stay as they are.',
      tone: 'success',
    })
  }

  return useSaveForm({ handle, words: messages, pathOf: expensePath, send, findNewest })

  async function findNewest() {
    const newest = await client.fetchQuery({ ...recurringExpenseQuery(id), staleTime: 0 })
    return { values: recurringValuesOf(newest), version: newest.version }
  }
}

const messages = {
  title: 'Error',
  fallback: 'Failed to save the recurring expense. Please try again.',
  signedOut: 'You must be logged in to save recurring expenses.',
  conflict:
    'This recurring expense was changed elsewhere. What you typed is kept: load the newer version, or save yours.',
}
