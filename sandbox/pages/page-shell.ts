import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { pageStyle } from './page-style.ts'

/** The result of hono's `html` tag. Values put into it are escaped unless they are markup themselves. */
export type Markup = ReturnType<typeof html>

interface PageLink {
  href: string
  label: string
}

/** The sandbox that a page belongs to, and the note on all of its pages. */
export interface SandboxKind {
  name: string
  promise: string
}

const cardSandbox: SandboxKind = {
  name: 'Card sandbox',
  promise: 'No real card is charged and no money moves. Use a test card.',
}

interface SandboxPage {
  title: string
  body: Markup
  backLink?: PageLink | undefined
  kind?: SandboxKind | undefined
}

/** Renders a complete document that needs no script and no other file. */
export function renderSandboxPage({ title, body, backLink, kind = cardSandbox }: SandboxPage): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title} · ${kind.name}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${raw(pageStyle)}
        </style>
      </head>
      <body>
        <aside class="sandbox" aria-label="Sandbox">
          <p><strong>Sandbox</strong> ${kind.promise}</p>
        </aside>
        ${backLink && html`<nav aria-label="Back"><a class="back" href="${backLink.href}">${backLink.label}</a></nav>`}
        <main>${body}</main>
      </body>
    </html>`
  if (page instanceof Promise) throw new TypeError('A page is made of what is there already.')
  return page.toString()
}

const marks = {
  error: html`<path d="m15 9-6 6m0-6 6 6" />`,
  success: html`<path d="m9 12 2 2 4-4" />`,
  info: html`<path d="M12 16v-4m0-4h.01" />`,
}

/** Renders a notice. An error is announced and gets the focus when the page opens. */
export function renderNotice(tone: keyof typeof marks, text: string): Markup {
  const announced = tone === 'error' ? raw(' role="alert" tabindex="-1" autofocus') : ''
  return html`<div class="notice ${tone}" ${announced}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      ${marks[tone]}
    </svg>
    <p>${text}</p>
  </div>`
}

/** Renders a page with one message and one link. */
export function renderMessagePage(
  title: string,
  text: string,
  link?: PageLink,
  tone: keyof typeof marks = 'info',
  kind?: SandboxKind,
): string {
  const body = html`<section class="card message">
    <svg class="${tone}" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      ${marks[tone]}
    </svg>
    <h1>${title}</h1>
    <p class="muted">${text}</p>
    ${link && html`<a class="button" href="${link.href}">${link.label}</a>`}
  </section>`
  return renderSandboxPage({ title, body, kind })
}

/** Reads a submitted form. A body that is not a form gives no fields, or fields that no page reads. */
export async function readForm(context: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await context.req.text())
}
