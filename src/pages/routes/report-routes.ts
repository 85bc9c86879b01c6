import { createRoute } from '@tanstack/react-router'
import { keptForOthers, readReportUrlState } from '../../features/reports/web/report-url-state.ts'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

export const reportRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reports',
    // What the report that the user came from can share with others.
    validateSearch: (search: Record<string, unknown>) => keptForOthers(readReportUrlState(search)),
    staticData: { title: 'Reports', access: 'user', permission: 'reports.read' },
    component: lazyPage(() => import('../../features/reports/web/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reports/settings',
    staticData: { title: 'Year and closing', access: 'user', permission: 'reports.write' },
    component: lazyPage(
      () => import('../../features/reports/web/report-settings-page.tsx'),
      'ReportSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/summary-emails/$token',
    staticData: { title: 'Monthly Summary', access: 'public', bare: true, noindex: true },
    component: lazyPage(
      () => import('../../features/reports/web/summary-emails-page.tsx'),
      'SummaryEmailsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reports/$name',
    validateSearch: readReportUrlState,
    staticData: { title: 'Report', access: 'user', permission: 'reports.read' },
    component: lazyPage(() => import('../../features/reports/web/report-page.tsx'), 'ReportPage'),
  }),
] as const
