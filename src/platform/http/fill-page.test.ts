import { expect, test } from 'vitest'
import { fillPage } from './fill-page.ts'

const facts = {
  origin: 'https://books.example.com',
  operator: 'A & "B" <script>alert(1)</script> __ORIGIN__',
  address: '1 Test Street\n12345 Town',
  support: 'support@example.com',
}

test('what the operator has set reaches text and attributes as words only', () => {
  const page = fillPage('<meta content="__OPERATOR__">__OPERATOR__, __ADDRESS__', facts, 'system')
  const escaped = 'A &#38; &#34;B&#34; &#60;script&#62;alert(1)&#60;/script&#62; __ORIGIN__'
  expect(page).toBe(`<meta content="${escaped}">${escaped}, 1 Test Street\n12345 Town`)
})

test('in a block of data it is a string of JSON that nothing can end', () => {
  const open = '<script type="application/ld+json">'
  const page = fillPage(`${open}{"name":"__OPERATOR__ at __ADDRESS__"}</script>__ORIGIN__`, facts, 'system')
  const [, json = '', after] = /^<script[^>]*>(.*?)<\/script>(.*)$/s.exec(page) ?? []
  expect(JSON.parse(json)).toEqual({ name: `${facts.operator} at ${facts.address}` })
  expect(after).toBe(facts.origin)
})

test('a chosen theme decides which pictures are shown, and nothing else that asks for the system’s', () => {
  const dark = '(prefers-color-scheme: dark)'
  const page =
    `<html lang="en"><meta media="${dark}">` +
    `<source media="${dark} and (min-width: 768px)" srcSet="/a"/><source media="(min-width: 768px)"/>`
  expect(fillPage(page, facts, 'system')).toBe(page)
  expect(fillPage(page, facts, 'dark')).toBe(
    `<html lang="en" data-theme="dark"><meta media="${dark}">` +
      `<source media="(min-width: 0px) and (min-width: 768px)" srcSet="/a"/><source media="(min-width: 768px)"/>`,
  )
  expect(fillPage(page, facts, 'light')).toContain('<source media="(max-width: 0px) and (min-width: 768px)"')
})
