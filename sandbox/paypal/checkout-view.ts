import { html } from 'hono/html'
import { formatMoney } from '../../src/shared/money.ts'
import { type Markup, type SandboxKind, renderNotice, renderSandboxPage } from '../pages/page-shell.ts'
import { pagesPath } from './paypal-sandbox.ts'
import type { Funding, SandboxOrder } from './sandbox-order.ts'

export const paypalSandbox: SandboxKind = {
  name: 'PayPal sandbox',
  promise: 'This is not PayPal: no account is asked for and no money moves.',
}

interface PaymentChoice {
  funding: Funding
  label: string
  note: string
}

const choices: readonly PaymentChoice[] = [
  { funding: 'balance', label: 'Pay with the demo balance', note: 'The payment is complete at once.' },
  { funding: 'refused-card', label: 'Pay with a card that is refused', note: 'Nothing is charged.' },
  {
    funding: 'bank',
    label: 'Pay by bank',
    note: 'The money is on its way for a minute, as it would be for days.',
  },
]

/** Choices that simulate a problem with the business's account. */
const accountProblems: readonly PaymentChoice[] = [
  { funding: 'held', label: 'Pay, held until accepted', note: 'The business accepts it after two minutes.' },
  {
    funding: 'held-denied',
    label: 'Pay, held and denied',
    note: 'The business denies it after two minutes.',
  },
  {
    funding: 'over-limit',
    label: 'Pay above the business’s limit',
    note: 'PayPal refuses. Nothing is charged.',
  },
  {
    funding: 'restricted',
    label: 'Pay to a restricted account',
    note: 'PayPal refuses. Nothing is charged.',
  },
]

export function renderCheckout(order: SandboxOrder): string {
  const { unit, isDeclined } = order
  const body = html`<div class="sides">
    <section class="stack" aria-label="What you pay">
      <div class="tight">
        <h1 class="subject">${unit.description}</h1>
        <p class="amount">${formatMoney(unit.cents)}</p>
      </div>
    </section>
    <section class="card" aria-labelledby="pay-title">
      ${isDeclined && renderNotice('error', 'That card was refused. Nothing was charged. Choose another way to pay.')}
      <div class="tight">
        <h2 id="pay-title">Pay with PayPal</h2>
        <p class="small muted">PayPal would now ask for an account. Here, you decide how the payment goes.</p>
      </div>
      <form method="post" action="${checkoutPath(order)}">
        ${choices.map((choice, index) => renderChoice(choice, index === 0))}
        <details class="more">
          <summary>If something is wrong with the business’s account</summary>
          <div class="stack">${accountProblems.map((choice) => renderChoice(choice, false))}</div>
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

export function checkoutPath({ id }: SandboxOrder): string {
  return `${pagesPath}/checkoutnow?token=${id}`
}

/** The URL to which PayPal redirects: with the order's id, and the payer's id after approval. */
export function returnUrlOf({ id, returnUrl }: SandboxOrder): string {
  return withQuery(returnUrl, { token: id, PayerID: 'DEMOPAYER0001' })
}

export function cancelUrlOf({ id, cancelUrl }: SandboxOrder): string {
  return withQuery(cancelUrl, { token: id })
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
