import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Transaction, withCardSandbox } from '../../src/platform/db/transaction.ts'
import { guardPages } from '../pages/page-guards.ts'
import { readForm, renderMessagePage } from '../pages/page-shell.ts'
import { cancelUrlOf, checkoutPath, paypalSandbox, renderCheckout, returnUrlOf } from './checkout-view.ts'
import { getOrder, saveOrder } from './order-store.ts'
import { type PaypalSandbox, idPattern } from './paypal-sandbox.ts'
import { type SandboxOrder, fundings, isTooLate } from './sandbox-order.ts'
import { SandboxRefusal } from './sandbox-refusal.ts'

const path = '/checkoutnow'
const idOf = (context: Context) => context.req.query('token')

/** The page on which the payer approves a payment, served under `pagesPath`. */
export function createCheckoutPage(sandbox: PaypalSandbox): Hono {
  const pages = new Hono()
  guardPages(pages, sandbox, { name: 'paypal', id: idPattern, notFound, path, idOf, kind: paypalSandbox })

  pages.get(path, (context) =>
    withOpenOrder(sandbox, context, async (_, order) => context.html(renderCheckout(order))),
  )

  pages.post(path, async (context) => {
    const chosen = z.enum(fundings).safeParse((await readForm(context)).get('pay'))
    return withOpenOrder(sandbox, context, async (tx, order) => {
      if (!chosen.success) return context.redirect(checkoutPath(order), 303)
      const approved = { ...order, funding: chosen.data, isDeclined: false }
      await saveOrder(tx, { ...approved, updatedAt: sandbox.now().toISOString() })
      return context.redirect(returnUrlOf(order), 303)
    })
  })
  return pages
}

/** Runs the work if the order can still be paid, locked for a POST. Otherwise shows how it ended. */
async function withOpenOrder(
  sandbox: PaypalSandbox,
  context: Context,
  work: (tx: Transaction, order: SandboxOrder) => Promise<Response>,
): Promise<Response> {
  try {
    return await withCardSandbox(sandbox.database, async (tx) => {
      const lock = context.req.method === 'POST'
      const order = await getOrder(tx, idOf(context) ?? '', { lock })
      if (order.payment) return alreadyPaid(context, order)
      return isTooLate(order, sandbox.now()) ? tooLate(context, order) : work(tx, order)
    })
  } catch (error) {
    if (error instanceof SandboxRefusal && error.status === 404) return notFound(context)
    throw error
  }
}

function notFound(context: Context): Response {
  const text = 'There is no such payment. Go back to where you came from and start again.'
  return context.html(renderMessagePage('Payment not found', text, undefined, 'info', paypalSandbox), 404)
}

function tooLate(context: Context, order: SandboxOrder): Response {
  const text = 'This payment has expired and nothing was charged. Go back and start again.'
  const back = { href: cancelUrlOf(order), label: 'Go back' }
  return context.html(renderMessagePage('Payment expired', text, back, 'info', paypalSandbox), 410)
}

/** A repeated submit redirects to the same page as the first. */
function alreadyPaid(context: Context, order: SandboxOrder): Response {
  const href = returnUrlOf(order)
  if (context.req.method === 'POST') return context.redirect(href, 303)
  const text = 'This payment is complete. You need not pay again.'
  const onwards = { href, label: 'Continue' }
  return context.html(renderMessagePage('Already paid', text, onwards, 'success', paypalSandbox))
}
