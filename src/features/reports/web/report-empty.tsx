import { Link, linkOptions } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { May } from '../../auth/web/may.tsx'
import type { ReportName } from '../rules.ts'

const newInvoice = {
  permission: 'sales.write',
  label: 'Create Invoice',
  link: linkOptions({ to: '/invoices/new' }),
} as const
const invoices = {
  permission: 'sales.read',
  label: 'Go to Invoices',
  link: linkOptions({ to: '/invoices' }),
} as const
const newExpense = {
  permission: 'money.write',
  label: 'Add Expense',
  link: linkOptions({ to: '/expenses/new' }),
} as const

/** What is missing, what the report is, and what to do first. */
const emptyTexts = {
  'profit-and-loss': {
    title: 'No income or expenses in this period',
    text: 'This report compares what you earned with what you spent. Choose another period, create an invoice or add an expense.',
    first: newInvoice,
  },
  'cash-flow': {
    title: 'No money moved in this period',
    text: 'Payments of your clients and your expenses appear here. Choose another period, or add one of them.',
    first: newExpense,
  },
  'owed-by-age': {
    title: 'No one owes you money',
    text: 'Invoices appear here from the day you send them until they are paid.',
    first: newInvoice,
  },
  'income-by-client': {
    title: 'No income in this period',
    text: 'This report shows who your income comes from. Choose another period, or create an invoice.',
    first: newInvoice,
  },
  'income-by-item': {
    title: 'Nothing was sold in this period',
    text: 'This report adds up the lines of your invoices. Choose another period, or create an invoice with lines.',
    first: newInvoice,
  },
  'expenses-by-category': {
    title: 'No expenses in this period',
    text: 'This report shows what you spend money on. Choose another period, or add an expense.',
    first: newExpense,
  },
  'expenses-by-merchant': {
    title: 'No expenses in this period',
    text: 'This report shows whom you spend money with. Choose another period, or add an expense with its vendor.',
    first: newExpense,
  },
  taxes: {
    title: 'No taxes in this period',
    text: 'This report adds up the tax on your invoices and expenses. Choose another period, or add a tax to one of them.',
    first: newInvoice,
  },
  'payments-by-method': {
    title: 'No payments in this period',
    text: 'This report shows how clients pay you. Choose another period, or record a payment on an invoice.',
    first: invoices,
  },
  mileage: {
    title: 'No trips in this period',
    text: 'This report adds up the distance of your trips. Choose another period, or add a trip to your expenses.',
    first: newExpense,
  },
  'missing-receipts': {
    title: 'No receipt is missing',
    text: 'No expense of this period is without its receipt.',
    first: undefined,
  },
} as const satisfies Record<ReportName, object>

interface ReportEmptyProps {
  name: ReportName
  /** Shows the whole report instead; undefined if it is not filtered. */
  onClear: (() => void) | undefined
}

export function ReportEmpty({ name, onClear }: ReportEmptyProps) {
  const { title, text, first } = emptyTexts[name]
  return (
    <Card>
      {onClear ? (
        <EmptyState
          icon={ChartColumn}
          level={2}
          title={title}
          text="Nothing matches these filters."
          action={
            <Button variant="secondary" onClick={onClear}>
              Clear filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={ChartColumn}
          level={2}
          title={title}
          text={text}
          action={
            first && (
              <May permission={first.permission}>
                <Button asChild variant="secondary">
                  <Link {...first.link}>{first.label}</Link>
                </Button>
              </May>
            )
          }
        />
      )}
    </Card>
  )
}
