import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { readPlace } from '../../features/invoices/web/list-place.ts'
import { rootRoute } from './root-route.ts'

export const invoiceListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: readPlace,
  staticData: { title: 'Invoices', access: 'user' },
  component: lazyRouteComponent(
    () => import('../../features/payments/web/invoices-page.tsx'),
    'InvoicesPage',
  ),
})

const invoicePage = () => import('../../features/payments/web/invoice-page.tsx')

export const newInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/new',
  staticData: { title: 'Create New Invoice', access: 'user' },
  component: lazyRouteComponent(
    () => import('../../features/invoices/web/invoice-editor-page.tsx'),
    'NewInvoicePage',
  ),
})

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id',
  staticData: { title: 'Invoice', access: 'user' },
  component: lazyRouteComponent(invoicePage, 'InvoicePage'),
})

export const editInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id/edit',
  staticData: { title: 'Edit Invoice', access: 'user' },
  component: lazyRouteComponent(invoicePage, 'InvoicePage'),
})

export const publicInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id/view',
  validateSearch: (search: Record<string, unknown>): { print?: '1'; canceled?: 'true' } => ({
    // Opens the print dialog once the invoice is there.
    ...(search['print'] === '1' ? { print: '1' } : {}),
    // Back from the card provider's page, where nothing was paid.
    ...(search['canceled'] === 'true' ? { canceled: 'true' } : {}),
  }),
  staticData: { title: 'Invoice', access: 'public', bare: true, noindex: true },
  component: lazyRouteComponent(
    () => import('../../features/payments/web/public-invoice-page.tsx'),
    'PublicInvoicePage',
  ),
})

export const invoiceRoutes = [
  invoiceListRoute,
  newInvoiceRoute,
  invoiceRoute,
  editInvoiceRoute,
  publicInvoiceRoute,
] as const
