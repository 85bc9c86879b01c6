import { call } from '../../../../web/api-client.ts'
import { type EndForGoodProps, EndForGoodDialog } from '../../../schedules/web/end-for-good-dialog.tsx'
import { type RecurringExpense, deleteRecurringExpense } from '../../contract.ts'
import { recurringExpenseQuery, refreshExpenses } from '../expense-api.ts'
import { recurringName } from './recurring-text.ts'

interface EndRecurringDialogProps extends EndForGoodProps {
  recurring: RecurringExpense
}

export function EndRecurringDialog({ recurring, ...props }: EndRecurringDialogProps) {
  const { id } = recurring
  const name = recurringName(recurring)
  return (
    <EndForGoodDialog
      {...props}
      description={`No more expenses are added for ${name}, and upcoming ones that you did not change are taken back. Those up to today stay. This cannot be undone.`}
      done={{ title: 'Recurring Expense Ended', description: `No more are added for ${name}.` }}
      end={() => call(deleteRecurringExpense, { params: { id } })}
      queryKey={recurringExpenseQuery(id).queryKey}
      refresh={refreshExpenses}
    />
  )
}
