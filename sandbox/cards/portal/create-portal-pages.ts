import { type Context, Hono } from 'hono'
import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { productName } from '../../../src/shared/product.ts'
import { guardPages } from '../../pages/guard-pages.ts'
import { readForm, renderMessagePage } from '../../pages/page-shell.ts'
import { moveClock } from '../advance-card-sandbox.ts'
import type { CardSandbox } from '../card-sandbox.ts'
import { readCard } from '../checkout/card-form.ts'
import type { Subscription } from '../sandbox-objects.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { type PortalAccount, readPortalAccount } from './portal-account.ts'
import { type SavedCard, choosePlan, keepConfirmedCard, saveCard, secondsAhead } from './portal-actions.ts'
import {
  renderCancelQuestion,
  renderCardConfirmation,
  renderCardQuestion,
  renderPlanQuestion,
} from './portal-forms.ts'
import { type PortalNotice, portalPath, renderPortal } from './portal-view.ts'

const notices: Partial<Record<string, PortalNotice>> = {
  plan: { tone: 'success', text: 'Your plan was changed.' },
  card: { tone: 'success', text: 'Your card was saved.' },
  paid: { tone: 'success', text: 'Your card was saved, and the past-due amount has been paid.' },
  canceled: { tone: 'success', text: 'Your subscription won’t renew.' },
  kept: { tone: 'success', text: 'Your subscription will continue.' },
  clock: { tone: 'success', text: 'The date was moved forward.' },
  ended: { tone: 'error', text: 'This subscription has ended, so it cannot be changed.' },
}

type Work = (account: PortalAccount) => Promise<Response> | Response
type SubmitWork = (context: Context, account: PortalAccount, form: URLSearchParams) => Promise<Response>

/** The pages on which a customer manages a subscription, served under `pagesPath`. */
export function createPortalPages(sandbox: CardSandbox): Hono {
  const pages = new Hono()
  const notFound = (context: Context) => context.html(renderNotFound(sandbox), 404)
  guardPages(pages, sandbox, { name: 'portal', id: /^bps_[0-9a-f]{36}$/, notFound })

  const open = (context: Context, work: Work, lock = false) =>
    withCardSandbox(sandbox.database, async (tx) => {
      const account = await readPortalAccount(sandbox, tx, context.req.param('id') ?? '', { lock })
      return account ? work(account) : notFound(context)
    })
  const submit = (path: string, work: SubmitWork) =>
    pages.post(`/portal/:id${path}`, async (context) => {
      const form = await readForm(context)
      return open(context, (account) => work(context, account, form), true)
    })

  pages.get('/portal/:id', (context) =>
    open(context, (account) =>
      account.session.flow
        ? askForPlan(context, account, account.session.flow.price)
        : context.html(renderPortal(account, notices[context.req.query('done') ?? ''])),
    ),
  )
  pages.get('/portal/:id/plan', (context) =>
    open(context, (account) => askForPlan(context, account, context.req.query('price') ?? '')),
  )
  submit('/plan', changePlan)

  pages.get('/portal/:id/card', (context) =>
    open(context, (account) =>
      context.html(renderCardQuestion({ account, price: context.req.query('price') ?? null })),
    ),
  )
  submit('/card', async (context, account, form) => {
    const price = form.get('price')
    const { card, errors, values } = readCard(form, sandbox.now())
    if (errors) return context.html(renderCardQuestion({ account, price, values, errors }), 422)
    return afterCard(context, account, price, await saveCard(account, card))
  })
  submit('/card/confirm', async (context, account, form) => {
    const price = form.get('price')
    const isConfirmed = form.get('answer') === 'complete'
    const saved = isConfirmed ? await keepConfirmedCard(account, form.get('card') ?? '') : undefined
    if (saved) return afterCard(context, account, price, saved)
    const problem = 'The card was not confirmed, so it was not saved. Try again or use another one.'
    return context.html(renderCardQuestion({ account, price, problem }), 422)
  })

  pages.get('/portal/:id/cancel', (context) =>
    open(context, (account) =>
      account.mayCancel && isRunning(account.subscription) && !account.subscription.cancel_at_period_end
        ? context.html(renderCancelQuestion(account, account.subscription))
        : context.redirect(portalPath(account.session), 303),
    ),
  )
  submit('/cancel', (context, account) => setCancel(context, account, true))
  submit('/keep', (context, account) => setCancel(context, account, false))

  pages.post('/portal/:id/clock', async (context) => {
    const form = await readForm(context)
    const moved = await withCardSandbox(sandbox.database, async (tx) => {
      const account = await readPortalAccount(sandbox, tx, context.req.param('id'))
      return account && { ...account, seconds: secondsAhead(account, form.get('move')) }
    })
    if (!moved) return notFound(context)
    await moveClock(sandbox, moved.customer.id, moved.seconds)
    return context.redirect(portalPath(moved.session, '?done=clock'), 303)
  })
  return pages
}

function renderNotFound({ appUrl }: CardSandbox): string {
  const text = 'This link is wrong or more than a day old. Go back and open the page again.'
  return renderMessagePage('This page has expired', text, { href: appUrl, label: `Go to ${productName}` })
}

function isRunning(subscription: Subscription | null): subscription is Subscription {
  return subscription !== null && subscription.status !== 'canceled'
}

function askForPlan(context: Context, account: PortalAccount, price: string): Response {
  const { session, subscription } = account
  const plan = account.plans.find((candidate) => candidate.price.id === price)
  if (!isRunning(subscription)) {
    if (!session.flow) return context.redirect(portalPath(session, '?done=ended'), 303)
    const back = { href: session.return_url, label: 'Go back' }
    const text = 'Its plan can no longer be changed.'
    return context.html(renderMessagePage('This subscription has ended', text, back))
  }
  if (plan && plan.price.id !== subscription.items.data[0]?.price.id) {
    return context.html(renderPlanQuestion({ account, subscription, plan }))
  }
  if (!session.flow) return context.redirect(portalPath(session), 303)
  const link = { href: session.flow.return_url, label: 'Go back' }
  return context.html(renderMessagePage('Nothing to change', 'You’re already on this plan.', link, 'success'))
}

async function setCancel(
  context: Context,
  { session, scope, subscription, mayCancel }: PortalAccount,
  cancelAtPeriodEnd: boolean,
): Promise<Response> {
  if (!isRunning(subscription)) return context.redirect(portalPath(session, '?done=ended'), 303)
  if (mayCancel || !cancelAtPeriodEnd) await changeSubscription(scope, subscription, { cancelAtPeriodEnd })
  return context.redirect(portalPath(session, `?done=${cancelAtPeriodEnd ? 'canceled' : 'kept'}`), 303)
}

async function changePlan(
  context: Context,
  account: PortalAccount,
  form: URLSearchParams,
): Promise<Response> {
  const { session, subscription } = account
  const plan = account.plans.find(({ price }) => price.id === form.get('price'))
  if (!plan || !isRunning(subscription)) return askForPlan(context, account, form.get('price') ?? '')
  const shown = { at: Number(form.get('at')), charge: Number(form.get('charge')) }
  const problem = await choosePlan(account, subscription, plan, shown)
  if (problem !== null) {
    return context.html(renderPlanQuestion({ account, subscription, plan, problem }), 422)
  }
  return context.redirect(session.flow?.return_url ?? portalPath(session, '?done=plan'), 303)
}

function afterCard(
  context: Context,
  account: PortalAccount,
  price: string | null,
  saved: SavedCard,
): Response {
  const { session } = account
  if (saved.state === 'asks') return context.html(renderCardConfirmation(session, saved.method, price))
  if (saved.state === 'unpaid') {
    const problem = `Your card was saved, but it could not be charged: ${saved.reason}`
    return context.html(renderCardQuestion({ account, price, problem }), 422)
  }
  if (price) return context.redirect(portalPath(session, `/plan?price=${encodeURIComponent(price)}`), 303)
  return context.redirect(portalPath(session, `?done=${saved.state === 'paid' ? 'paid' : 'card'}`), 303)
}
