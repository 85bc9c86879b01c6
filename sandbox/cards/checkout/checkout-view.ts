import { html } from 'hono/html'
import { type Markup, renderNotice, renderSandboxPage } from '../../pages/page-shell.ts'
import { amountText } from '../amounts.ts'
import { pagesPath } from '../card-sandbox.ts'
import type { CheckoutSession } from '../sandbox-objects.ts'
import { type CardErrors, type CardValues, renderCardFields } from './card-form.ts'
import type { CheckoutOffer } from './checkout-offer.ts'
import { declines } from './test-cards.ts'

interface CheckoutView {
  session: CheckoutSession
  offer: CheckoutOffer
  values?: CardValues | undefined
  errors?: CardErrors | undefined
  declined?: string | undefined
}

export function checkoutPath(session: CheckoutSession): string {
  return `${pagesPath}/checkout/${session.id}`
}

export function renderCheckout(view: CheckoutView): string {
  const { session, offer, declined } = view
  const body = html`<div class="sides">
    ${renderSummary(session, offer)}
    <section class="card" aria-labelledby="pay-title">
      ${declined && renderNotice('error', declineText(declined, session))}
      ${offer.needsCard ? renderCardPayment(view) : renderFreeTrial(view)}
      ${session.cancel_url && html`<a class="link" href="${session.cancel_url}">Cancel</a>`}
    </section>
  </div>`
  return renderSandboxPage({ title: session.mode === 'payment' ? 'Pay by card' : 'Subscribe', body })
}

function declineText(declined: string, session: CheckoutSession): string {
  const text = `${declined} Nothing was charged.`
  // The message already asks for another payment method.
  if (declined === declines.unconfirmed.message) return text
  return `${text} Try another card${session.cancel_url ? ', or cancel to go back' : ''}.`
}

function priceText(price: CheckoutOffer['price']): string {
  return price ? `${price.amount} ${price.every}` : ''
}

function renderSummary(session: CheckoutSession, { price, trial, email }: CheckoutOffer): Markup {
  const { _lines: lines } = session
  const [first] = lines
  return html`<section class="stack" aria-label="What you pay">
    <div class="tight">
      <h1 class="subject">${lines.length === 1 ? first?.description : 'Your payment'}</h1>
      <p class="amount">
        ${trial ? `${trial.days} days free` : amountText(session.amount_total, session.currency)}
      </p>
      ${price && html`<p class="muted">${trial ? `Then ${priceText(price)}` : price.every}</p>`}
    </div>
    ${
      lines.length > 1 &&
      html`<ul class="rows plain">
        ${lines.map(
          (line) =>
            html`<li class="between">
              <span>${line.description}</span
              ><span class="figure">${amountText(line.amount, session.currency)}</span>
            </li>`,
        )}
      </ul>`
    }
    ${
      email &&
      html`<dl class="tight">
        <dt class="small muted">Email</dt>
        <dd>${email}</dd>
      </dl>`
    }
  </section>`
}

function renderCardPayment({ session, offer, values, errors }: CheckoutView): Markup {
  const { trial, price } = offer
  const button = trial
    ? 'Start trial'
    : session.mode === 'payment'
      ? `Pay ${amountText(session.amount_total, session.currency)}`
      : 'Subscribe'
  return html`<h2 id="pay-title">${session.mode === 'payment' ? 'Pay by card' : 'Your card'}</h2>
    ${
      trial &&
      html`<p class="small muted">
        Your trial ends on ${trial.endsOn}. Your card is charged ${priceText(price)} from then on.
      </p>`
    }
    <form method="post" action="${checkoutPath(session)}" novalidate>
      ${renderCardFields({ values, errors })}
      ${
        session._payment.setupFutureUsage === 'off_session' &&
        html`<p class="small muted">
          By paying, you allow this card to be charged for this payment and future payments.
        </p>`
      }
      <button class="button wide">${button}</button>
    </form>`
}

function renderFreeTrial({ session, offer, values, errors, declined }: CheckoutView): Markup {
  const { trial, price } = offer
  return html`<div class="tight">
      <h2 id="pay-title">Start your free trial</h2>
      <p class="muted">
        No card needed. Your trial ends on ${trial?.endsOn}.
        ${trial?.endsWithoutCard && 'Without a card, it simply ends and you won’t be charged.'}
      </p>
    </div>
    <form method="post" action="${checkoutPath(session)}">
      <input type="hidden" name="card" value="none" />
      <button class="button wide">Start trial</button>
    </form>
    <details class="more" ${(errors ?? declined) && 'open'}>
      <summary>Add a card now (optional)</summary>
      <div class="stack">
        <p class="small muted">
          It’s charged ${priceText(price)} when the trial ends, unless you cancel first.
        </p>
        <form method="post" action="${checkoutPath(session)}" novalidate>
          ${renderCardFields({ values, errors })}
          <button class="button secondary wide">Start trial with this card</button>
        </form>
      </div>
    </details>`
}

export function renderConfirmation(session: CheckoutSession): string {
  const { amount_total: amount, currency } = session
  const body = html`<section class="card message">
    <h1>Confirm this payment</h1>
    <p class="muted">
      A bank would now ask the cardholder to confirm
      ${amount > 0 ? amountText(amount, currency) : 'the card'}. Here, you choose the outcome.
    </p>
    <form class="row" method="post" action="${checkoutPath(session)}/confirm">
      <button class="button" name="answer" value="complete">Complete</button>
      <button class="button secondary" name="answer" value="fail">Fail</button>
    </form>
  </section>`
  return renderSandboxPage({
    title: 'Confirm this payment',
    body,
    backLink: { href: checkoutPath(session), label: 'Use another card' },
  })
}
