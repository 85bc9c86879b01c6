import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { randomUUID } from 'node:crypto'
import { type Transaction, withCardSandbox } from '../../src/platform/db/transaction.ts'
import { demoInstitutionIds, demoInstitutions } from '../../src/shared/demo-institutions.ts'
import { guardPages } from '../pages/guard-pages.ts'
import {
  type Markup,
  type SandboxKind,
  readForm,
  renderMessagePage,
  renderSandboxPage,
} from '../pages/page-shell.ts'
import { institutionName, isInstitution } from './institutions.ts'
import { type SandboxItem, findItem, saveItem } from './item-store.ts'
import { type BankSandbox, pagesPath } from './pages-path.ts'
import {
  type LinkBody,
  findLink,
  finishLink,
  hashToken,
  linkTokenPattern,
  publicTokenOf,
  saveToken,
} from './token-store.ts'
import { sessionFinished } from './webhooks.ts'

const demoBank: SandboxKind = {
  name: 'Demo bank',
  promise:
    'This isn’t a real bank. It never asks for a password, and its accounts and transactions are made up.',
}

/** The values of the buttons other than the banks: sign in again, or cancel. */
const signIn = 'sign-in'
const cancel = 'cancel'

interface OpenLink {
  tx: Transaction
  token: string
  link: LinkBody
  /** Null for a new item. */
  item: SandboxItem | null
}

const path = '/:token'

/** The page on which the owner of an account grants access, served under `pagesPath`. */
export function createLinkPage(sandbox: BankSandbox): Hono {
  const pages = new Hono()
  guardPages(pages, sandbox, { name: 'bank', id: /^[0-9a-f]{64}$/, notFound, path, idOf, kind: demoBank })

  pages.get(path, (context) =>
    withOpenLink(sandbox, context, async ({ token, item }) =>
      context.html(item ? renderSignIn(token, institutionName(item.institutionId)) : renderChoice(token)),
    ),
  )

  pages.post(path, async (context) => {
    const answer = (await readForm(context)).get('answer') ?? ''
    let sendFinished: (() => void) | undefined
    const response = await withOpenLink(sandbox, context, async (open) => {
      const { tx, token, link, item } = open
      const { owner, webhook } = link
      const institutionId = choiceOf(open, answer)
      if (institutionId === undefined) return context.redirect(`${pagesPath}/${token}`, 303)
      const now = sandbox.now()
      if (institutionId !== null && item) await saveItem(tx, { ...item, needsSignIn: false })
      if (institutionId !== null && !item) {
        const body = { kind: 'public', owner, institutionId, webhook } as const
        await saveToken(tx, publicTokenOf(token), now, body)
      }
      const moment = now.toISOString()
      const session = { id: randomUUID(), startedAt: moment, finishedAt: moment, institutionId }
      await finishLink(tx, token, link, session)
      const publicTokens = institutionId === null || item ? [] : [publicTokenOf(token)]
      sendFinished = () => void sandbox.webhooks.send(webhook, sessionFinished(token, session, publicTokens))
      return leave(context, link)
    })
    // After the commit, because the receiver reads the result immediately.
    sendFinished?.()
    return response
  })
  return pages
}

/** The chosen bank; null if the owner canceled; undefined for a button that does not exist. */
function choiceOf({ item }: OpenLink, answer: string): string | null | undefined {
  if (answer === cancel) return null
  if (item) return answer === signIn ? item.institutionId : undefined
  return isInstitution(answer) ? answer : undefined
}

function tokenOf(context: Context): string {
  return context.req.param('token') ?? ''
}

/** Tokens are stored only as hashes, also in the rate limits. */
function idOf(context: Context): string | undefined {
  const token = tokenOf(context)
  return linkTokenPattern.test(token) ? hashToken(token) : undefined
}

/** Runs the work if the link is still open, locked for a POST. Otherwise shows how it ended. */
async function withOpenLink(
  sandbox: BankSandbox,
  context: Context,
  work: (open: OpenLink) => Promise<Response>,
): Promise<Response> {
  const token = tokenOf(context)
  const now = sandbox.now()
  const lock = context.req.method === 'POST'
  return withCardSandbox(sandbox.database, async (tx) => {
    const link = await findLink(tx, token, { now, lock })
    if (!link) return notFound(context)
    if (link.session) return alreadyDone(context, link)
    if (Date.parse(link.expiresAt) <= now.getTime()) return tooLate(context, link)
    const item = link.itemId === null ? null : await findItem(tx, link.itemId, { lock })
    if (link.itemId !== null && !item) return notFound(context)
    return work({ tx, token, link, item })
  })
}

function leave(context: Context, { returnUrl }: LinkBody): Response {
  if (returnUrl !== null) return context.redirect(returnUrl, 303)
  const text = 'You can close this page and go back.'
  return context.html(renderMessagePage('Done', text, undefined, 'success', demoBank))
}

function notFound(context: Context): Response {
  const text = 'We couldn’t find this sign-in. Go back and start again.'
  return context.html(renderMessagePage('Sign-in not found', text, undefined, 'info', demoBank), 404)
}

function tooLate(context: Context, link: LinkBody): Response {
  const text = 'This sign-in has expired. Nothing was changed. Go back and start again.'
  return context.html(
    renderMessagePage('Sign-in expired', text, back(link, 'Go back'), 'info', demoBank),
    410,
  )
}

/** A repeated submit redirects to the same page as the first. */
function alreadyDone(context: Context, link: LinkBody): Response {
  if (context.req.method === 'POST') return leave(context, link)
  const text = 'There’s nothing left to do on this page.'
  const page = renderMessagePage('Already done', text, back(link, 'Continue'), 'success', demoBank)
  return context.html(page)
}

function back({ returnUrl }: LinkBody, label: string): { href: string; label: string } | undefined {
  return returnUrl === null ? undefined : { href: returnUrl, label }
}

function renderSignIn(token: string, bank: string): string {
  return renderCard(token, {
    title: `Sign in to ${bank} again`,
    text: `${bank} wants to check that it’s still you before it shares more transactions. A real bank would ask for your password now. Here, one click is enough.`,
    choices: html`<button class="button wide" name="answer" value="${signIn}">Sign in again</button>`,
  })
}

function renderChoice(token: string): string {
  return renderCard(token, {
    title: 'Choose a bank to connect',
    text: 'A real bank would ask you to sign in now. Here, one click connects a checking and a savings account, a credit card, a loan and an investment account. The checking account and the card come with 20 transactions each.',
    choices: html`<div class="pair">
      ${demoInstitutionIds.map(
        (id) =>
          html`<button class="button secondary wide" name="answer" value="${id}">
            ${demoInstitutions[id]}
          </button>`,
      )}
    </div>`,
  })
}

function renderCard(
  token: string,
  { title, text, choices }: { title: string; text: string; choices: Markup },
): string {
  const body = html`<section class="card narrow" aria-labelledby="title">
    <div class="tight">
      <p class="subject">Demo bank</p>
      <h1 id="title">${title}</h1>
    </div>
    <p class="muted">${text}</p>
    <form method="post" action="${pagesPath}/${token}">
      ${choices}
      <button class="button secondary wide" name="answer" value="${cancel}">Cancel</button>
    </form>
  </section>`
  return renderSandboxPage({ title, body, kind: demoBank })
}
