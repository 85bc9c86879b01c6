import { type Context, Hono } from 'hono'
import { guardPages } from '../../pages/guard-pages.ts'
import { readForm, renderMessagePage } from '../../pages/page-shell.ts'
import type { CardSandbox } from '../card-sandbox.ts'
import type { CheckoutSession } from '../sandbox-objects.ts'
import { type CardValues, readCard } from './card-form.ts'
import { readOffer } from './checkout-offer.ts'
import { checkoutPath, renderCheckout, renderConfirmation } from './checkout-view.ts'
import {
  type CheckoutOutcome,
  answerConfirmation,
  readCheckout,
  returnUrl,
  submitCard,
} from './complete-checkout.ts'

/** The pages on which the client enters a card, served under `pagesPath`. */
export function createCheckoutPages(sandbox: CardSandbox): Hono {
  const pages = new Hono()
  guardPages(pages, sandbox, { name: 'checkout', id: /^cs_test_[0-9a-f]{48}$/, notFound })

  pages.get('/checkout/:id', (context) =>
    withOpenCheckout(sandbox, context, async (session) => {
      const offer = await readOffer(sandbox, session)
      return context.html(renderCheckout({ session, offer, declined: offer.lastDecline }))
    }),
  )

  pages.post('/checkout/:id', (context) =>
    withOpenCheckout(sandbox, context, async (session) => {
      const form = await readForm(context)
      const offer = await readOffer(sandbox, session)
      if (!offer.needsCard && form.get('card') === 'none') {
        return answer(sandbox, context, session, await submitCard(sandbox, session.id, null))
      }
      const { card, errors, values } = readCard(form, sandbox.now())
      if (errors) return context.html(renderCheckout({ session, offer, values, errors }), 422)
      return answer(sandbox, context, session, await submitCard(sandbox, session.id, card), values)
    }),
  )

  pages.get('/checkout/:id/confirm', (context) =>
    withOpenCheckout(sandbox, context, async (session) => {
      const { _asked: cardToConfirm } = session
      return cardToConfirm
        ? context.html(renderConfirmation(session))
        : context.redirect(checkoutPath(session), 303)
    }),
  )

  pages.post('/checkout/:id/confirm', (context) =>
    withOpenCheckout(sandbox, context, async (session) => {
      const confirmed = (await readForm(context)).get('answer') === 'complete'
      return answer(sandbox, context, session, await answerConfirmation(sandbox, session.id, confirmed))
    }),
  )
  return pages
}

function notFound(context: Context): Response {
  const text = 'We couldn’t find this checkout. Go back and start again.'
  return context.html(renderMessagePage('Checkout not found', text), 404)
}

/** Runs the work if the checkout is open. Otherwise shows how it ended. */
async function withOpenCheckout(
  sandbox: CardSandbox,
  context: Context,
  work: (session: CheckoutSession) => Promise<Response>,
): Promise<Response> {
  const session = await readCheckout(sandbox, context.req.param('id') ?? '')
  if (!session) return notFound(context)
  if (session.status === 'open') return work(session)
  if (session.status === 'expired') {
    const text = 'This checkout has expired and nothing was charged. Go back and start again.'
    const back = session.cancel_url ? { href: session.cancel_url, label: 'Go back' } : undefined
    return context.html(renderMessagePage('Checkout expired', text, back), 410)
  }
  // A repeated submit redirects to the same page as the first.
  if (context.req.method === 'POST') return context.redirect(returnUrl(session), 303)
  const isPaid = session.payment_status === 'paid'
  return context.html(
    renderMessagePage(
      isPaid ? 'Already paid' : 'All done',
      isPaid ? 'This payment is complete. You don’t need to pay again.' : 'This checkout is complete.',
      { href: returnUrl(session), label: 'Continue' },
      'success',
    ),
  )
}

async function answer(
  sandbox: CardSandbox,
  context: Context,
  session: CheckoutSession,
  outcome: CheckoutOutcome,
  values?: CardValues,
): Promise<Response> {
  switch (outcome.state) {
    case 'complete':
      return context.redirect(outcome.url, 303)
    case 'confirm':
      return context.redirect(`${checkoutPath(session)}/confirm`, 303)
    case 'declined': {
      const offer = await readOffer(sandbox, session)
      return context.html(renderCheckout({ session, offer, values, declined: outcome.message }), 402)
    }
    case 'over':
      // The checkout ended in the meantime. Its page shows how.
      return withOpenCheckout(sandbox, context, async () => context.redirect(checkoutPath(session), 303))
  }
}
