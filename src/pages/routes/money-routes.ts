import { createRoute } from '@tanstack/react-router'
import { readExpenseUrlState } from '../../features/expenses/web/expense-url-state.ts'
import { readReceiptUrlState } from '../../features/receipts/web/receipt-url-state.ts'
import { readTransactionUrlState } from '../../features/transactions/web/transaction-url-state.ts'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const moneyRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses',
    validateSearch: readExpenseUrlState,
    staticData: { title: 'Expenses', access: 'user' },
    component: lazyPage(() => import('../../features/expenses/web/expenses-page.tsx'), 'ExpensesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/new',
    // The receipt that the expense is added with.
    validateSearch: (search: Record<string, unknown>): { receipt?: string | undefined } => ({
      receipt:
        typeof search['receipt'] === 'string' && uuid.test(search['receipt']) ? search['receipt'] : undefined,
    }),
    staticData: { title: 'Add Expense', access: 'user' },
    component: lazyPage(() => import('../new-expense-page.tsx'), 'NewExpensePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/$id/edit',
    staticData: { title: 'Edit Expense', access: 'user' },
    component: lazyPage(() => import('../../features/expenses/web/edit-expense-page.tsx'), 'EditExpensePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/recurring',
    staticData: { title: 'Recurring Expenses', access: 'user' },
    component: lazyPage(
      () => import('../../features/expenses/web/recurring-expenses-page.tsx'),
      'RecurringExpensesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/recurring/$id',
    staticData: { title: 'Recurring Expense', access: 'user' },
    component: lazyPage(
      () => import('../../features/expenses/web/recurring-expense-page.tsx'),
      'RecurringExpensePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/bank-connections',
    // The user came back from the aggregator's page.
    validateSearch: (search: Record<string, unknown>): { link?: string | undefined } => ({
      link: typeof search['link'] === 'string' && uuid.test(search['link']) ? search['link'] : undefined,
    }),
    staticData: { title: 'Bank Connections', access: 'user' },
    component: lazyPage(
      () => import('../../features/banking/web/bank-connections-page.tsx'),
      'BankConnectionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/transactions',
    validateSearch: readTransactionUrlState,
    staticData: { title: 'Transactions', access: 'user' },
    component: lazyPage(
      () => import('../../features/transactions/web/transactions-page.tsx'),
      'TransactionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/transactions/receipts',
    validateSearch: readReceiptUrlState,
    staticData: { title: 'Receipts', access: 'user' },
    component: lazyPage(
      () => import('../../features/receipts/web/transaction-receipts-page.tsx'),
      'TransactionReceiptsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/transactions/receipts/$id',
    // The list that the receipt was opened from.
    validateSearch: readReceiptUrlState,
    staticData: { title: 'Receipt', access: 'user' },
    component: lazyPage(
      () => import('../../features/receipts/web/transaction-receipt-page.tsx'),
      'TransactionReceiptPage',
    ),
  }),
] as const
