import { createRoute } from '@tanstack/react-router'
import { readEstimateUrlState } from '../../features/estimates/web/list/estimate-url-state.ts'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

export const estimateRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/estimates',
    validateSearch: readEstimateUrlState,
    staticData: { title: 'Estimates', access: 'user', permission: 'sales.read' },
    component: lazyPage(() => import('../estimates/estimates-page.tsx'), 'EstimatesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/estimates/new',
    // The client that the estimate is for.
    validateSearch: (search: Record<string, unknown>): { client?: string | undefined } => ({
      client: typeof search['client'] === 'string' ? search['client'] : undefined,
    }),
    staticData: { title: 'New Estimate', access: 'user', permission: 'sales.write' },
    component: lazyPage(() => import('../estimates/new-estimate-page.tsx'), 'NewEstimatePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/estimates/$id',
    staticData: { title: 'Estimate', access: 'user', permission: 'sales.read' },
    component: lazyPage(() => import('../estimates/estimate-page.tsx'), 'EstimatePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/estimates/$id/edit',
    staticData: { title: 'Edit Estimate', access: 'user', permission: 'sales.write' },
    component: lazyPage(() => import('../estimates/edit-estimate-page.tsx'), 'EditEstimatePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/estimates/$id/view',
    validateSearch: (search: Record<string, unknown>): { print?: '1' } =>
      // Opens the print dialog once the estimate is loaded.
      search['print'] === '1' ? { print: '1' } : {},
    staticData: { title: 'Estimate', access: 'public', bare: true, noindex: true },
    component: lazyPage(() => import('../estimates/public-estimate-page.tsx'), 'PublicEstimatePage'),
  }),
] as const
