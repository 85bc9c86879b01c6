import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { readPlace } from '../../features/invoices/web/list-place.ts'
import { rootRoute } from './root-route.ts'

export const invoiceListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: readPlace,
  staticData: { title: 'Invoices', access: 'user' },
  component: lazyRouteComponent(
    () => import('../../features/invoices/web/invoice-list-page.tsx'),
    'InvoiceListPage',
  ),
})

const editor = () => import('../../features/invoices/web/invoice-editor-page.tsx')

export const newInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/new',
  staticData: { title: 'Create New Invoice', access: 'user' },
  component: lazyRouteComponent(editor, 'NewInvoicePage'),
})

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id',
  staticData: { title: 'Invoice', access: 'user' },
  component: lazyRouteComponent(editor, 'EditInvoicePage'),
})

export const editInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id/edit',
  staticData: { title: 'Edit Invoice', access: 'user' },
  component: lazyRouteComponent(editor, 'EditInvoicePage'),
})

export const publicInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$id/view',
  // Opens the print dialog once the invoice is there.
  validateSearch: (search: Record<string, unknown>): { print?: '1' } =>
    search['print'] === '1' ? { print: '1' } : {},
  staticData: { title: 'Invoice', access: 'public', bare: true, noindex: true },
  component: lazyRouteComponent(
    () => import('../../features/invoices/web/public-invoice-page.tsx'),
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
