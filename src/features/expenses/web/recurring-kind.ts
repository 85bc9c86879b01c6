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
  permission: 'money.write',
  queryKey: (id) => recurringExpenseQuery(id).queryKey,
  refresh: refreshExpenses,
  pause: (id) => call(contract.pauseRecurringExpense, { params: { id } }),
  resume: (id) => call(contract.resumeRecurringExpense, { params: { id } }),
  end: (id) => call(contract.deleteRecurringExpense, { params: { id } }),
  nextDate: ({ nextDate }) => nextDate,
  texts: {
    paused: () => 'Upcoming expenses were removed, and no more are added until you resume it.',
    resumed: ({ nextDate }) =>
      nextDate === null ? 'No more will be added.' : `The next one is on ${formatDate(nextDate)}.`,
    ending: (name) =>
      `No more expenses will be added for ${name}, and upcoming ones you didn’t change will be removed. Expenses up to today stay. This can’t be undone.`,
    ended: (name) => `No more will be added for ${name}.`,
    saved: 'Your changes apply from tomorrow on. Expenses up to today stay as they are.',
    savedAsLast: 'It has ended, so no more expenses will be added. Expenses up to today stay as they are.',
  },
}
