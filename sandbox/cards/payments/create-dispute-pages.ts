import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { formatDate } from '../../../src/shared/dates.ts'
import { guardPages } from '../../pages/guard-pages.ts'
import {
  type Markup,
  readForm,
  renderMessagePage,
  renderNotice,
  renderSandboxPage,
} from '../../pages/page-shell.ts'
import { amountText } from '../amounts.ts'
import { type CardSandbox, pagesPath } from '../card-sandbox.ts'
import { getObject, readObject } from '../object-store.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { Dispute } from '../sandbox-objects.ts'
import { closeDispute, sendEvidence } from './disputes.ts'

/** Replaces the page of the provider's dashboard on which a dispute is answered. */
export function createDisputePages(sandbox: CardSandbox): Hono {
  const pages = new Hono()
  guardPages(pages, sandbox, { name: 'disputes', id: /^dp_[0-9a-f]{36}$/, notFound })

  pages.get('/disputes/:id', async (context) => {
    const stored = await withCardSandbox(sandbox.database, (tx) =>
      readObject(tx, 'dispute', context.req.param('id')),
    )
    return stored ? context.html(render(stored.body)) : notFound(context)
  })

  pages.post('/disputes/:id', async (context) => {
    const answer = (await readForm(context)).get('answer')
    const id = context.req.param('id')
    const exists = await withCardSandbox(sandbox.database, async (tx) => {
      const stored = await readObject(tx, 'dispute', id)
      if (!stored) return false
      const scope = { sandbox, tx, account: stored.account }
      try {
        const dispute = await getObject(scope, 'dispute', id, { lock: true })
        if (answer === 'accept') await closeDispute(scope, dispute)
        else await sendEvidence(scope, dispute, { text: 'winning_evidence', isSubmitted: true })
      } catch (error) {
        // A repeated submit is refused; the page shows how the dispute ended.
        if (!(error instanceof SandboxError)) throw error
      }
      return true
    })
    return exists ? context.redirect(`${pagesPath}/disputes/${id}`, 303) : notFound(context)
  })
  return pages
}

function notFound(context: Context): Response {
  return context.html(renderMessagePage('Dispute not found', 'We couldn’t find this dispute.'), 404)
}

const outcomes = {
  won: { tone: 'success', text: 'The bank decided in your favor. The money was returned to you.' },
  lost: { tone: 'info', text: 'You lost the dispute. The cardholder keeps the money.' },
} as const

function row(label: string, value: string): Markup {
  return html`<div class="between">
    <dt class="muted">${label}</dt>
    <dd class="figure">${value}</dd>
  </div>`
}

function render(dispute: Dispute): string {
  const { status, amount, currency, reason, evidence_details: details } = dispute
  const outcome = status === 'won' || status === 'lost' ? outcomes[status] : null
  const dueOn = formatDate(new Date(details.due_by * 1000).toISOString().slice(0, 10))
  const title = `Disputed payment of ${amountText(amount, currency)}`
  const body = html`<section class="card narrow" aria-labelledby="title">
    <h1 id="title">${title}</h1>
    ${outcome && renderNotice(outcome.tone, outcome.text)}
    <dl class="rows">
      ${row('Reason', reason)} ${row('Status', status.replaceAll('_', ' '))} ${row('Evidence due by', dueOn)}
    </dl>
    ${
      !outcome &&
      html`<form method="post">
        <p class="muted">
          No bank reads evidence here. Sending it wins the dispute, and accepting the dispute loses it.
        </p>
        <button class="button" name="answer" value="evidence">Send evidence</button>
        <button class="button secondary" name="answer" value="accept">Accept the dispute</button>
      </form>`
    }
  </section>`
  return renderSandboxPage({ title, body })
}
