import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import type { PageAccess } from '../access.ts'
import { rootRoute } from './root-route.ts'
import { upcomingPage } from './upcoming-page.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: 'Settings', access: 'user', signInNotice: true },
  component: lazyRouteComponent(
    () => import('../../features/business/web/settings-page.tsx'),
    'SettingsPage',
  ),
})

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  staticData: { title: 'Admin Dashboard', access: 'admin' },
  component: lazyRouteComponent(() => import('../../features/admin/web/admin-page.tsx'), 'AdminPage'),
})

function upcoming<const P extends string>(path: P, title: string, access: PageAccess = 'user') {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title, access },
    component: upcomingPage,
  })
}

export const workspaceRoutes = [
  upcoming('/dashboard', 'Dashboard'),
  upcoming('/payment-success', 'Payment', 'public'),
  upcoming('/expenses', 'Expenses'),
  upcoming('/expenses/new', 'Add Expense'),
  upcoming('/expenses/$id/edit', 'Edit Expense'),
  upcoming('/bank-connections', 'Bank Connections'),
  upcoming('/transactions', 'Transactions'),
  upcoming('/integrations', 'Business Integrations'),
] as const
