import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

export const accountantRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reports/packages',
    staticData: { title: 'For your accountant', access: 'user', permission: 'reports.read' },
    component: lazyPage(
      () => import('../../features/reports/web/packages/report-packages-page.tsx'),
      'ReportPackagesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reports/accounts',
    staticData: { title: 'Chart of accounts', access: 'user', permission: 'reports.write' },
    component: lazyPage(
      () => import('../../features/reports/web/accounts/report-accounts-page.tsx'),
      'ReportAccountsPage',
    ),
  }),
] as const
