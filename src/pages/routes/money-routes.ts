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
    staticData: { title: 'Expenses', access: 'user', permission: 'money.read' },
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
    staticData: { title: 'Add Expense', access: 'user', permission: 'money.write' },
    component: lazyPage(() => import('../new-expense-page.tsx'), 'NewExpensePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/$id/edit',
    // Those who may not change it read it.
    staticData: { title: 'Edit Expense', access: 'user', permission: 'money.read' },
    component: lazyPage(() => import('../edit-expense-page.tsx'), 'EditExpensePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/recurring',
    staticData: { title: 'Recurring Expenses', access: 'user', permission: 'money.read' },
    component: lazyPage(
      () => import('../../features/expenses/web/recurring-expenses-page.tsx'),
      'RecurringExpensesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/recurring/$id',
    staticData: { title: 'Recurring Expense', access: 'user', permission: 'money.read' },
    component: lazyPage(
      () => import('../../features/expenses/web/recurring-expense-page.tsx'),
      'RecurringExpensePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/expenses/categories',
    validateSearch: (search: Record<string, unknown>): { kind?: 'transaction' | undefined } => ({
      kind: search['kind'] === 'transaction' ? 'transaction' : undefined,
    }),
    staticData: { title: 'Categories', access: 'user', permission: 'settings.write' },
    component: lazyPage(
      () => import('../../features/categories/web/expense-categories-page.tsx'),
      'ExpenseCategoriesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/bank-connections',
    // The user came back from the aggregator's page.
    validateSearch: (search: Record<string, unknown>): { link?: string | undefined } => ({
      link: typeof search['link'] === 'string' && uuid.test(search['link']) ? search['link'] : undefined,
    }),
    staticData: { title: 'Bank Connections', access: 'user', permission: 'money.read' },
    component: lazyPage(
      () => import('../../features/banking/web/bank-connections-page.tsx'),
      'BankConnectionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/transactions',
    validateSearch: readTransactionUrlState,
    staticData: { title: 'Transactions', access: 'user', permission: 'money.read' },
    component: lazyPage(() => import('../transactions-page.tsx'), 'TransactionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/transactions/review',
    staticData: { title: 'Review Matches', access: 'user', permission: 'money.read' },
    component: lazyPage(
      () => import('../../features/matching/web/transaction-review-page.tsx'),
      'TransactionReviewPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/transactions/import',
    // The account that the files are for.
    validateSearch: (search: Record<string, unknown>): { account?: string | undefined } => ({
      account:
        typeof search['account'] === 'string' && uuid.test(search['account']) ? search['account'] : undefined,
    }),
    staticData: { title: 'Import a Bank File', access: 'user', permission: 'money.write' },
    component: lazyPage(
      () => import('../../features/bank-files/web/transaction-import-page.tsx'),
      'TransactionImportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/payouts',
    staticData: { title: 'Payouts', access: 'user', permission: 'money.read' },
    component: lazyPage(() => import('../../features/payouts/web/payouts-page.tsx'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/payouts/$id',
    staticData: { title: 'Payout', access: 'user', permission: 'money.read' },
    component: lazyPage(() => import('../../features/payouts/web/payout-page.tsx'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/transactions/receipts',
    validateSearch: readReceiptUrlState,
    staticData: { title: 'Receipts', access: 'user', permission: 'money.read' },
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
    staticData: { title: 'Receipt', access: 'user', permission: 'money.read' },
    component: lazyPage(
      () => import('../../features/receipts/web/transaction-receipt-page.tsx'),
      'TransactionReceiptPage',
    ),
  }),
] as const
