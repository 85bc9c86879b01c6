import { html } from 'hono/html'
import { demoInstitutionIds, demoInstitutions } from '../../src/shared/demo-institutions.ts'
import { type Markup, type SandboxKind, renderSandboxPage } from '../pages/page-shell.ts'
import { pagesPath } from './bank-sandbox.ts'

export const demoBank: SandboxKind = {
  name: 'Demo bank',
  promise: 'This is no real bank: no password is asked for, and accounts and transactions are made up.',
}

/** The values of the buttons other than the banks: sign in again, or cancel. */
export const signIn = 'sign-in'
export const cancel = 'cancel'

export function renderSignIn(token: string, bank: string): string {
  return renderCard(token, {
    title: `Sign in to ${bank} again`,
    text: `${bank} wants to know that it is still you before it shares more transactions. A real bank would now ask for your password. Here, one press is enough.`,
    choices: html`<button class="button wide" name="answer" value="${signIn}">Sign in again</button>`,
  })
}

export function renderChoice(token: string): string {
  return renderCard(token, {
    title: 'Choose a bank to connect',
    text: 'A real bank would now ask you to sign in. Here, one press connects a checking and a savings account, a credit card, a loan and an investment account. Checking and card bring 20 transactions each.',
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
