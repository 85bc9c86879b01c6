import { html } from 'hono/html'
import { productName } from '../../../src/shared/product.ts'
import { type Markup, renderNotice, renderSandboxPage } from '../../pages/page-shell.ts'
import { amountText } from '../amounts.ts'
import { type CardErrors, type CardValues, renderCardFields } from '../checkout/card-form.ts'
import type { PaymentMethod, PortalSession, Subscription } from '../sandbox-objects.ts'
import { priceChange } from '../subscriptions/price-change.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import type { OfferedPlan, PortalAccount } from './portal-account.ts'
import { cardText, changeText, dateText, planText, priceText } from './portal-text.ts'
import { portalPath } from './portal-view.ts'

/** Renders a page with one question. */
function renderQuestion(
  session: PortalSession,
  title: string,
  body: Markup,
  backLink = { href: portalPath(session), label: session.flow ? 'Back' : 'Back to your subscription' },
): string {
  return renderSandboxPage({
    title,
    body: html`<section class="card narrow" aria-labelledby="title">
      <h1 id="title">${title}</h1>
      ${body}
    </section>`,
    backLink,
  })
}

interface PlanQuestion {
  account: PortalAccount
  subscription: Subscription
  plan: OfferedPlan
  problem?: string | undefined
}

export function renderPlanQuestion({ account, subscription, plan, problem }: PlanQuestion): string {
  const { session, card, now, planName, endsTrial } = account
  const current = { name: planName, price: itemOf(subscription).price }
  const change = priceChange(subscription, plan.price, now, { endsTrial })
  const lacksCard = change.charge > 0 && !card
  const body = html`${problem && renderNotice('error', problem)}
    <dl class="rows">
      <div class="between">
        <dt class="muted">Now</dt>
        <dd>${planText(current)}<br /><span class="small muted figure">${priceText(current.price)}</span></dd>
      </div>
      <div class="between">
        <dt class="muted">New</dt>
        <dd>
          <strong>${planText(plan)}</strong><br /><span class="small muted figure"
            >${priceText(plan.price)}</span
          >
        </dd>
      </div>
      <div class="between">
        <dt class="muted">Charged now</dt>
        <dd class="figure"><strong>${amountText(change.charge, plan.price.currency)}</strong></dd>
      </div>
    </dl>
    <div class="tight">
      ${changeText(account, subscription, plan, change).map((line) => html`<p>${line}</p>`)}
      ${subscription.cancel_at_period_end && html`<p>This undoes your cancellation, and the subscription continues.</p>`}
      ${card && change.charge > 0 && html`<p class="muted">Your ${cardText(card)} is charged.</p>`}
      ${lacksCard && html`<p class="muted">There’s no card on file yet.</p>`}
    </div>
    ${
      lacksCard
        ? html`<a class="button wide" href="${portalPath(session, `/card?price=${plan.price.id}`)}"
            >Add card</a
          >`
        : html`<form method="post" action="${portalPath(session, '/plan')}">
            <input type="hidden" name="price" value="${plan.price.id}" />
            <input type="hidden" name="at" value="${now}" />
            <input type="hidden" name="charge" value="${change.charge}" />
            <button class="button wide">Change to ${planText(plan)}</button>
          </form>`
    }
    ${
      problem &&
      card &&
      html`<a class="button secondary wide" href="${portalPath(session, `/card?price=${plan.price.id}`)}">
        Change card
      </a>`
    }`
  const returnLink = { href: session.return_url, label: `Return to ${productName}` }
  return renderQuestion(session, 'Change your plan', body, session.flow ? returnLink : undefined)
}

interface CardQuestion {
  account: PortalAccount
  /** The price that the customer was choosing, to which the page returns. */
  price: string | null
  values?: CardValues | undefined
  errors?: CardErrors | undefined
  problem?: string | undefined
}

export function renderCardQuestion({ account, price, values, errors, problem }: CardQuestion): string {
  const { session, card, subscription } = account
  const title = card ? 'Change your card' : 'Add a card'
  const replaced = card && `It replaces ${cardText(card)}.`
  const body = html`${problem && renderNotice('error', problem)}
    ${replaced && html`<p class="muted">${replaced}</p>`}
    ${
      subscription?.status === 'past_due' &&
      html`<p class="muted">Any past-due amount is charged to it right away.</p>`
    }
    <form method="post" action="${portalPath(session, '/card')}" novalidate>
      ${price && html`<input type="hidden" name="price" value="${price}" />`}
      ${renderCardFields({ values, errors })}
      <button class="button wide">Save card</button>
    </form>`
  return renderQuestion(session, title, body)
}

/** Renders the confirmation of a card. */
export function renderCardConfirmation(
  session: PortalSession,
  card: PaymentMethod,
  price: string | null,
): string {
  const body = html`<p class="muted">
      A bank would now ask the cardholder to confirm ${cardText(card)}. Here, you choose the outcome.
    </p>
    <form class="row" method="post" action="${portalPath(session, '/card/confirm')}">
      <input type="hidden" name="card" value="${card.id}" />
      ${price && html`<input type="hidden" name="price" value="${price}" />`}
      <button class="button" name="answer" value="complete">Complete</button>
      <button class="button secondary" name="answer" value="fail">Fail</button>
    </form>`
  return renderQuestion(session, 'Confirm this card', body)
}

export function renderCancelQuestion(
  { session, planName }: PortalAccount,
  subscription: Subscription,
): string {
  const end = dateText(itemOf(subscription).current_period_end)
  const charges =
    subscription.status === 'past_due'
      ? 'The declined charge will still be retried.'
      : 'You won’t be charged again.'
  const body = html`<p>
      You keep ${planName} until ${end}. Then it ends. ${charges} You can change your mind until then.
    </p>
    <form class="row" method="post" action="${portalPath(session, '/cancel')}">
      <button class="button danger">Cancel subscription</button>
      <a class="button secondary" href="${portalPath(session)}">Do not cancel</a>
    </form>`
  return renderQuestion(session, 'Cancel your subscription?', body)
}
