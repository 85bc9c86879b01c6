import { createRoute } from '@tanstack/react-router'
import { readClientUrlState } from '../../features/clients/web/client-url-state.ts'
import { readStatementUrlState } from '../../features/statements/web/statement-url-state.ts'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

export const clientRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/clients',
    validateSearch: readClientUrlState,
    staticData: { title: 'Clients', access: 'user', permission: 'sales.read' },
    component: lazyPage(() => import('../clients/clients-page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/clients/$id',
    staticData: { title: 'Client', access: 'user', permission: 'sales.read' },
    component: lazyPage(() => import('../clients/client-page.tsx'), 'ClientPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/clients/$id/statement',
    validateSearch: readStatementUrlState,
    staticData: { title: 'Statement', access: 'user', permission: 'sales.read' },
    component: lazyPage(
      () => import('../../features/statements/web/client-statement-page.tsx'),
      'ClientStatementPage',
    ),
  }),
] as const
