import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { type BillingInterval, type PaidPlan, paidPlans } from '../../features/billing/rules.ts'
import { rootRoute } from './root-route.ts'
import { upcomingPage } from './upcoming-page.ts'

interface SettingsPlace {
  tab?: 'subscription'
  /** Back from the payment page. */
  success?: 'true'
  canceled?: 'true'
  /** Chosen on the pricing page, before there was an account. */
  plan?: PaidPlan
  interval?: BillingInterval
}

function readSettingsPlace(search: Record<string, unknown>): SettingsPlace {
  if (search['success'] === 'true') return { tab: 'subscription', success: 'true' }
  if (search['canceled'] === 'true') return { tab: 'subscription', canceled: 'true' }
  if (search['tab'] !== 'subscription') return {}
  const plan = paidPlans.find((name) => name === search['plan'])
  if (!plan) return { tab: 'subscription' }
  return { tab: 'subscription', plan, interval: search['interval'] === 'year' ? 'year' : 'month' }
}

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: 'Settings', access: 'user', signInNotice: true },
  validateSearch: readSettingsPlace,
  component: lazyRouteComponent(
    () => import('../../features/billing/web/settings-screen.tsx'),
    'SettingsScreen',
  ),
})

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  staticData: { title: 'Admin Dashboard', access: 'admin' },
  component: lazyRouteComponent(() => import('../../features/admin/web/admin-page.tsx'), 'AdminPage'),
})

function upcoming<const P extends string>(path: P, title: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title, access: 'user' },
    component: upcomingPage,
  })
}

export const workspaceRoutes = [
  upcoming('/dashboard', 'Dashboard'),
  upcoming('/expenses', 'Expenses'),
  upcoming('/expenses/new', 'Add Expense'),
  upcoming('/expenses/$id/edit', 'Edit Expense'),
  upcoming('/bank-connections', 'Bank Connections'),
  upcoming('/transactions', 'Transactions'),
  upcoming('/integrations', 'Business Integrations'),
] as const
