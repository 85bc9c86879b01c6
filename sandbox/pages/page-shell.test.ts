import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { renderMessagePage, renderNotice, renderSandboxPage } from './page-shell.ts'

const hostile = '"><script>alert(1)</script>'

test('every page is a document that says it is a sandbox, is not indexed and runs nothing', () => {
  const page = renderSandboxPage({ title: 'Pay by card', body: html`<p>Body</p>` })
  expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/)
  expect(page).toContain('<title>Pay by card · Card sandbox</title>')
  expect(page).toContain('No real card is charged and no money moves. Use a test card.')
  expect(page).toContain('<meta name="robots" content="noindex, nofollow" />')
  expect(page).toContain('<main><p>Body</p></main>')
  expect(page).not.toContain('<script')
})

test('whatever is put into a page is escaped', () => {
  const link = { href: hostile, label: hostile }
  const pages = [
    renderSandboxPage({ title: hostile, body: renderNotice('error', hostile), backLink: link }),
    renderMessagePage(hostile, hostile, link),
  ]
  for (const page of pages) {
    expect(page).not.toContain('<script')
    expect(page.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(page.includes('role="alert"') ? 4 : 5)
  }
})
