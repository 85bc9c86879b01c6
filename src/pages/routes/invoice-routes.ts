import { createRoute } from '@tanstack/react-router'
import { readInvoiceUrlState } from '../../features/invoices/web/list/invoice-url-state.ts'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

function readText<K extends string>(name: K, search: Record<string, unknown>): { [P in K]?: string } {
  const value = search[name]
  return (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [P in K]?: string }
}

export const invoiceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices',
    validateSearch: readInvoiceUrlState,
    staticData: { title: 'Invoices', access: 'user', permission: 'sales.read' },
    component: lazyPage(() => import('../invoices/invoices-page.tsx'), 'InvoicesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/new',
    // The template that the invoice starts from, or the client that it is for.
    validateSearch: (search: Record<string, unknown>) => ({
      ...readText('template', search),
      ...readText('client', search),
    }),
    staticData: { title: 'Create New Invoice', access: 'user', permission: 'sales.write' },
    component: lazyPage(() => import('../invoices/new-invoice-page.tsx'), 'NewInvoicePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/recurring',
    staticData: { title: 'Recurring Invoices', access: 'user', permission: 'sales.read' },
    component: lazyPage(
      () => import('../../features/recurring/web/recurring-invoices-page.tsx'),
      'RecurringInvoicesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/recurring/new',
    // The invoice that the series starts from.
    validateSearch: (search: Record<string, unknown>) => readText('from', search),
    staticData: { title: 'New Recurring Invoice', access: 'user', permission: 'sales.write' },
    component: lazyPage(
      () => import('../../features/recurring/web/new-recurring-invoice-page.tsx'),
      'NewRecurringInvoicePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/recurring/$id',
    staticData: { title: 'Recurring Invoice', access: 'user', permission: 'sales.read' },
    component: lazyPage(
      () => import('../../features/recurring/web/recurring-invoice-page.tsx'),
      'RecurringInvoicePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/templates',
    staticData: { title: 'Invoice Templates', access: 'user', permission: 'sales.read' },
    component: lazyPage(
      () => import('../../features/templates/web/invoice-templates-page.tsx'),
      'InvoiceTemplatesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/templates/new',
    staticData: { title: 'New Template', access: 'user', permission: 'sales.write' },
    component: lazyPage(
      () => import('../../features/templates/web/new-invoice-template-page.tsx'),
      'NewInvoiceTemplatePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/templates/$id',
    staticData: { title: 'Template', access: 'user', permission: 'sales.write' },
    component: lazyPage(
      () => import('../../features/templates/web/invoice-template-page.tsx'),
      'InvoiceTemplatePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/fields',
    staticData: { title: 'Own fields', access: 'user', permission: 'settings.write' },
    component: lazyPage(
      () => import('../../features/fields/web/invoice-fields-page.tsx'),
      'InvoiceFieldsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/$id',
    staticData: { title: 'Invoice', access: 'user', permission: 'sales.read' },
    component: lazyPage(() => import('../invoices/invoice-page.tsx'), 'InvoicePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/$id/edit',
    staticData: { title: 'Edit Invoice', access: 'user', permission: 'sales.write' },
    component: lazyPage(() => import('../invoices/invoice-page.tsx'), 'EditInvoicePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invoices/$id/view',
    validateSearch: (search: Record<string, unknown>): { print?: '1'; canceled?: 'true'; paid?: 'said' } => ({
      // Opens the print dialog once the invoice is loaded.
      ...(search['print'] === '1' ? { print: '1' } : {}),
      // The client came back from the card provider's page without paying.
      ...(search['canceled'] === 'true' ? { canceled: 'true' } : {}),
      // The link in a reminder: the client wants to report that the invoice is paid.
      ...(search['paid'] === 'said' ? { paid: 'said' } : {}),
    }),
    staticData: { title: 'Invoice', access: 'public', bare: true, noindex: true },
    component: lazyPage(() => import('../invoices/public-invoice-page.tsx'), 'PublicInvoicePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/credit-notes/$id/view',
    staticData: { title: 'Credit note', access: 'public', bare: true, noindex: true },
    component: lazyPage(
      () => import('../../features/credit-notes/web/public-credit-note-page.tsx'),
      'PublicCreditNotePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/payment-success',
    // The card provider adds its session to the URL, and PayPal its order as a token.
    validateSearch: (search: Record<string, unknown>) => ({
      ...readText('invoice_id', search),
      ...readText('session_id', search),
      ...readText('token', search),
    }),
    staticData: { title: 'Payment', access: 'public', bare: true, noindex: true },
    component: lazyPage(
      () => import('../../features/payments/web/payment-success-page.tsx'),
      'PaymentSuccessPage',
    ),
  }),
] as const
