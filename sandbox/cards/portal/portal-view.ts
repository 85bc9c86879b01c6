import { html } from 'hono/html'
import { productName } from '../../../src/shared/product.ts'
import { type Markup, renderNotice, renderSandboxPage } from '../../pages/page-shell.ts'
import { pagesPath } from '../card-sandbox.ts'
import type { PortalSession } from '../sandbox-objects.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import type { PortalAccount } from './portal-account.ts'
import { cardText, dateText, expiryText, planText, priceText, statusText } from './portal-text.ts'

export interface PortalNotice {
  tone: 'success' | 'error' | 'info'
  text: string
}

export function portalPath({ id }: PortalSession, path = ''): string {
  return `${pagesPath}/portal/${id}${path}`
}

export function renderPortal(account: PortalAccount, notice?: PortalNotice): string {
  const { session, customer } = account
  const body = html`<header class="tight">
      <h1>Your subscription</h1>
      <p class="muted">${[customer.name, customer.email].filter(Boolean).join(' · ')}</p>
    </header>
    ${notice && renderNotice(notice.tone, notice.text)}
    <div class="sides even">
      <div class="stack">${renderPlan(account)}${renderCard(account)}</div>
      <div class="stack">${renderPlans(account)}${renderClock(account)}</div>
    </div>`
  return renderSandboxPage({
    title: 'Your subscription',
    body,
    backLink: { href: session.return_url, label: `Return to ${productName}` },
  })
}

function renderPlan(account: PortalAccount): Markup {
  const { session, subscription, planName, mayCancel } = account
  const { label, tone, sentence } = statusText(account)
  const isRunning = subscription !== null && subscription.status !== 'canceled'
  return html`<section class="card" aria-labelledby="plan-title">
    <div class="between">
      <h2 id="plan-title">Current plan</h2>
      <span class="badge ${tone}">${label}</span>
    </div>
    ${
      subscription &&
      html`<p class="tight">
        <strong>${planText({ name: planName, price: itemOf(subscription).price })}</strong>
        <span class="figure">${priceText(itemOf(subscription).price)}</span>
      </p>`
    }
    <p class="muted">${sentence}</p>
    ${
      isRunning &&
      subscription.cancel_at_period_end &&
      html`<form method="post" action="${portalPath(session, '/keep')}">
        <button class="button">Keep subscription</button>
      </form>`
    }
    ${
      isRunning &&
      !subscription.cancel_at_period_end &&
      mayCancel &&
      html`<div class="row">
        <a class="button secondary" href="${portalPath(session, '/cancel')}">Cancel subscription</a>
      </div>`
    }
  </section>`
}

function renderCard({ session, subscription, card, mayChangeCard }: PortalAccount): Markup | '' {
  if (!subscription || subscription.status === 'canceled') return ''
  return html`<section class="card" aria-labelledby="card-title">
    <h2 id="card-title">Card on file</h2>
    ${
      card
        ? html`<p class="tight">
            <span class="figure">${cardText(card)}</span>
            <span class="small muted figure">${expiryText(card)}</span>
          </p>`
        : html`<p class="muted">There’s no card yet.</p>`
    }
    ${
      mayChangeCard &&
      html`<div class="row">
        <a class="button secondary" href="${portalPath(session, '/card')}">
          ${card ? 'Change card' : 'Add card'}
        </a>
      </div>`
    }
  </section>`
}

function renderPlans({ session, subscription, plans }: PortalAccount): Markup | '' {
  if (!subscription || subscription.status === 'canceled') return ''
  const others = plans.filter(({ price }) => price.id !== itemOf(subscription).price.id)
  if (others.length === 0) return ''
  return html`<section class="card" aria-labelledby="plans-title">
    <h2 id="plans-title">Other plans</h2>
    <ul class="rows plain">
      ${others.map(
        (plan) =>
          html`<li class="between middle">
            <span class="tight">
              <strong>${planText(plan)}</strong>
              <span class="small muted figure">${priceText(plan.price)}</span>
            </span>
            <a
              class="button secondary"
              href="${portalPath(session, `/plan?price=${plan.price.id}`)}"
              aria-label="Choose ${planText(plan)}"
              >Choose</a
            >
          </li>`,
      )}
    </ul>
  </section>`
}

/** The label of the clock's second button. */
export function clockGoal({ subscription }: Pick<PortalAccount, 'subscription'>): string | null {
  switch (subscription?.status) {
    case 'trialing':
      return 'To the end of the trial'
    case 'active':
      return 'To the end of the period'
    case 'past_due':
      return 'To the next attempt'
    default:
      return null
  }
}

function renderClock(account: PortalAccount): Markup {
  const goal = clockGoal(account)
  return html`<section class="card" aria-labelledby="clock-title">
    <div class="tight">
      <h2 id="clock-title">Sandbox clock</h2>
      <p class="muted">
        For this customer, today is <strong>${dateText(account.now)}</strong>. Move the date forward to see
        what happens next. Only the sandbox can do this, and it can’t be undone.
      </p>
    </div>
    <form
      class="row"
      method="post"
      action="${portalPath(account.session, '/clock')}"
      aria-labelledby="clock-title"
    >
      <button class="button secondary" name="move" value="day">1 day</button>
      ${goal && html`<button class="button secondary" name="move" value="goal">${goal}</button>`}
      <button class="button secondary" name="move" value="month">1 month</button>
    </form>
  </section>`
}
