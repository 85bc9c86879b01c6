import { createRoute } from '@tanstack/react-router'
import { readActivityUrlState } from '../../features/activity/web/activity-url-state.ts'
import { type BillingInterval, type PaidPlan, paidPlans } from '../../features/billing/rules.ts'
import { readDashboardUrlState } from '../../features/dashboard/web/dashboard-url-state.ts'
import { readIntegrationsUrlState } from '../../features/integrations/web/integrations-tab.ts'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

interface SettingsUrlState {
  tab?: 'reminders' | 'subscription' | 'numbers' | 'team' | undefined
  /** The user came back from the payment page. */
  success?: 'true' | undefined
  canceled?: 'true' | undefined
  /** The plan chosen on the pricing page, before signing up. */
  plan?: PaidPlan | undefined
  interval?: BillingInterval | undefined
}

// The router passes on all values of the URL except those that are explicitly undefined.
const emptyState = {
  tab: undefined,
  success: undefined,
  canceled: undefined,
  plan: undefined,
  interval: undefined,
}

function readSettingsUrlState(search: Record<string, unknown>): SettingsUrlState {
  const subscriptionTab = { ...emptyState, tab: 'subscription' } as const
  if (search['success'] === 'true') return { ...subscriptionTab, success: 'true' }
  if (search['canceled'] === 'true') return { ...subscriptionTab, canceled: 'true' }
  const plainTab = (['reminders', 'numbers', 'team'] as const).find((name) => name === search['tab'])
  if (plainTab) return { ...emptyState, tab: plainTab }
  if (search['tab'] !== 'subscription') return emptyState
  const plan = paidPlans.find((name) => name === search['plan'])
  return plan
    ? { ...subscriptionTab, plan, interval: search['interval'] === 'year' ? 'year' : 'month' }
    : subscriptionTab
}

export const workspaceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboard',
    staticData: { title: 'Dashboard', access: 'user', permission: 'reports.read' },
    validateSearch: readDashboardUrlState,
    component: lazyPage(() => import('../../features/dashboard/web/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/integrations',
    staticData: { title: 'Business Integrations', access: 'user', permission: 'keys.write' },
    validateSearch: readIntegrationsUrlState,
    component: lazyPage(() => import('../integrations-page.tsx'), 'IntegrationsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/import',
    staticData: { title: 'Import your data', access: 'user', permission: 'money.write' },
    component: lazyPage(() => import('../../features/data-imports/web/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    staticData: { title: 'Settings', access: 'user', signInNotice: true },
    validateSearch: readSettingsUrlState,
    component: lazyPage(() => import('../settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/activity',
    staticData: { title: 'Activity', access: 'user', permission: 'team.write' },
    validateSearch: readActivityUrlState,
    component: lazyPage(() => import('../../features/activity/web/activity-page.tsx'), 'ActivityPage'),
  }),
] as const
