import type { ReactNode } from 'react'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import { AttachmentsCard } from '../../attachments/web/attachments-card.tsx'
import type { Expense } from '../contract.ts'
import { ExpenseFacts } from './expense-facts.tsx'
import { BackToExpenses } from './expense-links.tsx'

/** The page of an expense for those who may not change it. */
export function ExpenseView({ expense, comments }: { expense: Expense; comments: ReactNode }) {
  useDocumentTitle(pageTitle('Expense'))
  return (
    <Page width="narrow">
      <PageHeader title="Expense" above={<BackToExpenses />} />
      <ExpenseFacts expense={expense} />
      <AttachmentsCard kind="expense" id={expense.id} />
      {comments}
    </Page>
  )
}
