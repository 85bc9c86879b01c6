import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { type Transaction, withCardSandbox } from '../../src/platform/db/transaction.ts'
import { formatMoney } from '../../src/shared/money.ts'
import { guardPages } from '../pages/guard-pages.ts'
import {
  type Markup,
  type SandboxKind,
  readForm,
  renderMessagePage,
  renderNotice,
  renderSandboxPage,
} from '../pages/page-shell.ts'
import { getOrder, saveOrder } from './order-store.ts'
import { type PaypalSandbox, idPattern } from './paypal-sandbox.ts'
import {
  type Funding,
  type SandboxOrder,
  checkoutPath,
  currencyOf,
  fundings,
  isTooLate,
} from './sandbox-order.ts'
import { SandboxRefusal } from './sandbox-refusal.ts'

const paypalSandbox: SandboxKind = {
  name: 'PayPal sandbox',
  promise: 'This isn’t PayPal. You don’t need an account, and no money moves.',
}

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
  const text = 'We couldn’t find this payment. Go back and start again.'
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
  const text = 'This payment is complete. You don’t need to pay again.'
  const onwards = { href, label: 'Continue' }
  return context.html(renderMessagePage('Already paid', text, onwards, 'success', paypalSandbox))
}

/** A way to pay, as the page shows it. */
interface PaymentChoice {
  funding: Funding
  label: string
  note: string
}

const choices: readonly PaymentChoice[] = [
  choice('balance', 'Pay with the demo balance', 'The payment completes right away.'),
  choice('refused-card', 'Pay with a card that is declined', 'Nothing is charged.'),
  choice('bank', 'Pay by bank', 'The payment is pending for a minute instead of a few days.'),
]

/** Choices that simulate a problem with the business's account. */
const accountProblems: readonly PaymentChoice[] = [
  choice('held', 'Pay, held until accepted', 'The business accepts it after two minutes.'),
  choice('held-denied', 'Pay, held and denied', 'The business denies it after two minutes.'),
  choice('over-limit', 'Pay above the business’s limit', 'PayPal refuses. Nothing is charged.'),
  choice('restricted', 'Pay to a restricted account', 'PayPal refuses. Nothing is charged.'),
]

function choice(funding: Funding, label: string, note: string): PaymentChoice {
  return { funding, label, note }
}

function renderCheckout(order: SandboxOrder): string {
  const { unit, isDeclined } = order
  const body = html`<div class="sides">
    <section class="stack" aria-label="What you pay">
      <div class="tight">
        <h1 class="subject">${unit.description}</h1>
        <p class="amount">${formatMoney(unit.minor, { currency: currencyOf(order), locale: 'en-US' })}</p>
      </div>
    </section>
    <section class="card" aria-labelledby="pay-title">
      ${isDeclined && renderNotice('error', 'That card was declined. Nothing was charged. Choose another way to pay.')}
      <div class="tight">
        <h2 id="pay-title">Pay with PayPal</h2>
        <p class="small muted">PayPal would ask you to sign in now. Here, you choose the outcome.</p>
      </div>
      <form method="post" action="${checkoutPath(order)}">
        ${choices.map((each, index) => renderChoice(each, index === 0))}
        <details class="more">
          <summary>If something is wrong with the business’s account</summary>
          <div class="stack">${accountProblems.map((each) => renderChoice(each, false))}</div>
        </details>
      </form>
      <a class="link" href="${cancelUrlOf(order)}">Cancel</a>
    </section>
  </div>`
  return renderSandboxPage({ title: 'Pay with PayPal', body, kind: paypalSandbox })
}

function renderChoice({ funding, label, note }: PaymentChoice, isFirst: boolean): Markup {
  const buttonClass = isFirst ? 'button wide' : 'button secondary wide'
  return html`<div class="tight">
    <button class="${buttonClass}" name="pay" value="${funding}" aria-describedby="about-${funding}">
      ${label}
    </button>
    <p class="small muted" id="about-${funding}">${note}</p>
  </div>`
}

/** The URL to which PayPal redirects: with the order's id, and the payer's id after approval. */
function returnUrlOf({ id, returnUrl }: SandboxOrder): string {
  return withQuery(returnUrl, { token: id, PayerID: 'DEMOPAYER0001' })
}

function cancelUrlOf({ id, cancelUrl }: SandboxOrder): string {
  return withQuery(cancelUrl, { token: id })
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
