import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { setAttachments } from '../features/attachments/contract.ts'
import type { Session } from '../features/auth/contract.ts'
import { draftOwnerOf } from '../features/auth/web/draft-owner.ts'
import { SignedIn, useToday } from '../features/auth/web/signed-in.tsx'
import { createExpense } from '../features/expenses/contract.ts'
import { newExpenseValues } from '../features/expenses/web/expense-form-values.ts'
import { ExpenseForm } from '../features/expenses/web/expense-form.tsx'
import { BackToExpenses } from '../features/expenses/web/expense-links.tsx'
import type { CreateExpense } from '../features/expenses/web/use-save-expense.ts'
import { attachReceipt, createExpenseOfReceipt } from '../features/receipts/contract.ts'
import { expenseFieldsToCheck } from '../features/receipts/web/new-expense/filled-from-receipt.ts'
import { ReceiptOfExpense } from '../features/receipts/web/new-expense/receipt-of-expense.tsx'
import { receiptQuery, refreshReceipts } from '../features/receipts/web/receipt-api.ts'
import { call } from '../web/api-client.ts'
import { Page } from '../web/layout/page.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'

/** /expenses/new, with the receipt that the URL names. */
export function NewExpensePage() {
  return <SignedIn>{(session) => <NewExpense session={session} />}</SignedIn>
}

function NewExpense({ session }: { session: Session }) {
  const today = useToday(session)
  const client = useQueryClient()
  const { receipt: receiptId } = useSearch({ from: '/expenses/new' })
  const { data: receipt } = useQuery({ ...receiptQuery(receiptId ?? ''), enabled: receiptId !== undefined })

  return (
    <Page width="narrow">
      <PageHeader title="Add Expense" above={<BackToExpenses />} />
      <ExpenseForm
        draftOwner={draftOwnerOf(session)}
        expense={null}
        initial={newExpenseValues(today, session.business.currency)}
        today={today}
        toCheck={expenseFieldsToCheck(receipt)}
        create={
          receipt &&
          (async (body) => {
            const expense = await createWith(receipt.id, body)
            void refreshReceipts(client)
            return expense
          })
        }
        top={<ReceiptOfExpense id={receiptId} receipt={receipt} />}
      />
    </Page>
  )
}

/** One request records the expense and files its receipt. A recurring expense is recorded first. */
async function createWith(
  receiptId: string,
  { repeat, attachments = [], ...body }: Parameters<CreateExpense>[0],
) {
  const params = { id: receiptId }
  if (repeat === null) {
    const { expense } = await call(createExpenseOfReceipt, { params, body })
    if (attachments.length > 0) {
      await call(setAttachments.expense, { params: { id: expense.id }, body: { attachments } })
    }
    return expense
  }
  const expense = await call(createExpense, { body: { ...body, repeat } })
  await call(attachReceipt, { params, body: { kind: 'expense', targetId: expense.id } })
  return expense
}
