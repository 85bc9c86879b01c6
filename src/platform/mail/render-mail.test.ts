import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { productName } from '../../shared/product.ts'
import { renderMail } from './render-mail.ts'

const link = 'https://books.example.com/reset-password?a=1&b=2#type=recovery&token=abc'
const content = {
  preheader: 'The link works for one hour.',
  heading: 'Reset your password',
  paragraphs: ['Choose a new one.', 'First line\nsecond line'],
  button: { label: 'Choose a password', url: link },
  footnote: 'Ignore this if it was not you.',
  appUrl: 'https://books.example.com',
}

test('both parts carry the heading, the paragraphs, the footnote and the product', () => {
  for (const part of Object.values(renderMail(content))) {
    for (const words of [
      content.heading,
      'Choose a new one.',
      'second line',
      content.footnote,
      productName,
    ]) {
      expect(part).toContain(words)
    }
  }
})

test('the link stands on the button and written out below it, and alone on a line of the text', () => {
  const { html, text } = renderMail(content)
  const escaped = link.replaceAll('&', '&amp;')
  expect(html.split(`href="${escaped}"`)).toHaveLength(3)
  expect(html).toContain(`>${escaped}</a>`)
  expect(text.split('\n')).toContain(link)
})

test('the text has no other link than the one of the button', () => {
  expect(renderMail(content).text.match(/https?:/g)).toHaveLength(1)
})

test('markup from outside is shown, not obeyed', () => {
  const attack = `<img src=x onerror="alert('1')">&`
  const { html } = renderMail({
    preheader: attack,
    heading: attack,
    paragraphs: [attack],
    rows: [{ label: attack, value: attack }],
    button: { label: attack, url: `https://books.example.com/"><script>` },
    footnote: attack,
    appUrl: 'https://books.example.com',
  })
  expect(html).not.toMatch(/<img|<script|onerror="/)
  expect(html.split('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')).toHaveLength(9)
})

test('a link that is no web address is refused', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/reset-password']) {
    expect(() => renderMail({ ...content, button: { label: 'Open', url } })).toThrow('http or https')
  }
})

test('rows appear as label and value in both parts, and not at all when there are none', () => {
  const { html, text } = renderMail({ ...content, rows: [{ label: 'Amount due', value: '$1,250.00' }] })
  expect(html).toMatch(/>Amount due<\/th><td[^>]*>\$1,250\.00<\/td>/)
  expect(text.split('\n')).toContain('Amount due: $1,250.00')
  expect(renderMail(content).html).not.toContain('<th')
})

test('a mail without button, rows and footnote leaves no empty places', async () => {
  const { preheader, heading, appUrl } = content
  const { html, text } = renderMail({ preheader, heading, paragraphs: ['Done.'], appUrl })
  expect(text).toBe(`Reset your password\n\nDone.\n\n-- \n${productName} · books.example.com\n`)
  const parsed = await PostalMime.parse(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)
  expect(parsed.html).not.toContain('undefined')
  expect(html).not.toContain('If the button')
})
