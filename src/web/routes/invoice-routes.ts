import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { rootRoute } from './root-route.ts'

const statuses = ['pending', 'paid', 'overdue'] as const

export interface InvoiceListSearch {
  status?: (typeof statuses)[number]
  search?: string
  /** A place in the list; see the contract. */
  after?: string
  before?: string
}

function readListSearch(search: Record<string, unknown>): InvoiceListSearch {
  const status = statuses.find((known) => known === search['status'])
  const texts = (['search', 'after', 'before'] as const).flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return { ...(status ? { status } : {}), ...Object.fromEntries(texts) }
}

export const invoiceListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: readListSearch,
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
