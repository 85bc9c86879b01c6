import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatDate } from '../../../../shared/dates.ts'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { showToast } from '../../../../web/ui/toast.ts'
import { type RecurringExpense, pauseRecurringExpense, resumeRecurringExpense } from '../../contract.ts'
import { recurringExpenseQuery, refreshExpenses } from '../expense-api.ts'

const actions = {
  pause: {
    endpoint: pauseRecurringExpense,
    title: 'Recurring Expense Paused',
    description: () => 'Upcoming ones were taken back, and none is added until you resume it.',
    failure: 'It could not be paused. Please try again.',
  },
  resume: {
    endpoint: resumeRecurringExpense,
    title: 'Recurring Expense Resumed',
    description: ({ nextDate }: RecurringExpense) =>
      nextDate === null ? 'No more are added.' : `The next is for ${formatDate(nextDate)}.`,
    failure: 'It could not be resumed. Please try again.',
  },
}

/** Pauses or resumes a recurring expense and shows the result. */
export function useRecurringAction(id: string, action: keyof typeof actions) {
  const client = useQueryClient()
  const { endpoint, title, description, failure } = actions[action]
  return useMutation({
    mutationFn: () => call(endpoint, { params: { id } }),
    onSuccess: async (recurring) => {
      client.setQueryData(recurringExpenseQuery(id).queryKey, recurring)
      await refreshExpenses(client)
      showToast({ title, description: description(recurring), tone: 'success' })
    },
    onError: (error) => {
      showToast({ title: 'Error', description: messageOf(error, failure), tone: 'error' })
      // Ended elsewhere: the page shows that after the query is reset.
      if (error instanceof ApiError && error.status === 404)
        void client.resetQueries(recurringExpenseQuery(id))
      void refreshExpenses(client)
    },
  })
}
