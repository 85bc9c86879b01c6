import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from './root-route.ts'

interface CheckoutSession {
  invoice_id?: string
  session_id?: string
  /** PayPal's order, which it adds to the URL. */
  token?: string
}

function readPaymentReturn(search: Record<string, unknown>): CheckoutSession {
  const { invoice_id: invoice, session_id: session, token } = search
  return {
    ...(typeof invoice === 'string' && invoice ? { invoice_id: invoice } : {}),
    ...(typeof session === 'string' && session ? { session_id: session } : {}),
    ...(typeof token === 'string' && token ? { token } : {}),
  }
}

export const paymentSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-success',
  validateSearch: readPaymentReturn,
  staticData: { title: 'Payment', access: 'public', bare: true, noindex: true },
  component: lazyPage(
    () => import('../../features/payments/web/payment-success-page.tsx'),
    'PaymentSuccessPage',
  ),
})

export const paymentRoutes = [paymentSuccessRoute] as const
