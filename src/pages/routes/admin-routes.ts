import { createRoute } from '@tanstack/react-router'
import { readAdminUrlState } from '../../features/admin/web/admin-url-state.ts'
import { readMessagesUrlState } from '../../features/contact/web/messages-url-state.ts'
import { readAuditUrlState } from '../../features/system/web/audit-url-state.ts'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

export const adminRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin',
    staticData: { title: 'Admin Dashboard', access: 'admin' },
    validateSearch: readAdminUrlState,
    component: lazyPage(() => import('../../features/admin/web/admin-page.tsx'), 'AdminPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/messages',
    staticData: { title: 'Contact Messages', access: 'admin' },
    validateSearch: readMessagesUrlState,
    component: lazyPage(() => import('../admin-messages-page.tsx'), 'AdminMessagesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/system',
    staticData: { title: 'System', access: 'admin' },
    component: lazyPage(() => import('../../features/system/web/admin-system-page.tsx'), 'AdminSystemPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/audit-log',
    staticData: { title: 'Audit Log', access: 'admin' },
    validateSearch: readAuditUrlState,
    component: lazyPage(
      () => import('../../features/system/web/admin-audit-log-page.tsx'),
      'AdminAuditLogPage',
    ),
  }),
] as const
