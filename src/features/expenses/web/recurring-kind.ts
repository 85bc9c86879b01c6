import { formatDate } from '../../../shared/dates.ts'
import { call } from '../../../web/api-client.ts'
import type { ScheduleKind } from '../../schedules/web/schedule-kind.ts'
import * as contract from '../contract.ts'
import { recurringExpenseQuery, refreshExpenses } from './expense-api.ts'

/** The name of a recurring expense: the first line of its notes, or its category. */
export function recurringName({
  notes,
  category,
}: Pick<contract.RecurringExpense, 'notes' | 'category'>): string {
  const [firstLine = ''] = notes.split('\n')
  return firstLine.trim() === '' ? category : firstLine.trim()
}

export const recurringKind: ScheduleKind<contract.RecurringExpense> = {
  title: 'Recurring Expense',
  path: '/expenses/recurring/$id',
  queryKey: (id) => recurringExpenseQuery(id).queryKey,
  refresh: refreshExpenses,
  pause: (id) => call(contract.pauseRecurringExpense, { params: { id } }),
  resume: (id) => call(contract.resumeRecurringExpense, { params: { id } }),
  end: (id) => call(contract.deleteRecurringExpense, { params: { id } }),
  nextDate: ({ nextDate }) => nextDate,
  texts: {
    paused: 'Upcoming ones were taken back, and none is added until you resume it.',
    resumed: ({ nextDate }) =>
      nextDate === null ? 'No more are added.' : `The next is for ${formatDate(nextDate)}.`,
    ending: (name) =>
      `No more expenses are added for ${name}, and upcoming ones that you did not change are taken back. Those up to today stay. This cannot be undone.`,
    ended: (name) => `No more are added for ${name}.`,
    saved: 'Your changes hold from tomorrow on. Those up to today stay as they are.',
    savedAsLast: 'It has ended: no more expenses are added. Those up to today stay as they are.',
  },
}
