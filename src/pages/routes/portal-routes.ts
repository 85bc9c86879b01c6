import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { type PortalTab, portalTabs } from '../portal/portal-tabs.ts'
import { rootRoute } from './root-route.ts'

interface PortalSearch {
  tab?: PortalTab
  /** Which invoices are shown first. */
  show?: 'open'
}

export const portalRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal',
    staticData: { title: 'Your Account', access: 'public', bare: true, noindex: true },
    component: lazyPage(() => import('../portal/portal-return-page.tsx'), 'PortalReturnPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/portal/$token',
    validateSearch: (search: Record<string, unknown>): PortalSearch => {
      const tab = portalTabs.find((name) => name === search['tab'])
      return { ...(tab && { tab }), ...(search['show'] === 'open' && { show: 'open' }) }
    },
    staticData: { title: 'Your Account', access: 'public', bare: true, noindex: true },
    component: lazyPage(() => import('../portal/portal-page.tsx'), 'PortalPage'),
  }),
] as const
