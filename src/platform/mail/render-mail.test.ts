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
    offer: attack,
    button: { label: attack, url: `https://books.example.com/"><script>` },
    brand: { name: attack },
    bill: {
      lines: [{ description: attack, detail: attack, amount: attack }],
      more: attack,
      sums: [{ label: attack, value: attack }],
    },
    sections: [{ title: attack, text: attack }],
    footnote: attack,
    appUrl: 'https://books.example.com',
  })
  expect(html).not.toMatch(/<img|<script|onerror="/)
  expect(html.split('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')).toHaveLength(19)
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

test('an offer stands below the rows in both parts', () => {
  const rows = [{ label: 'Amount due', value: '$1,250.00' }]
  const { html, text } = renderMail({ ...content, rows, offer: 'Or pay less & sooner' })
  expect(html).toMatch(/\$1,250\.00<.*\n.*>Or pay less &amp; sooner<\/td>/)
  expect(text).toContain('Amount due: $1,250.00\n\nOr pay less & sooner\n\n')
})

const bill = {
  lines: [{ description: 'Design\nwith care', detail: '1.5 × $120.00', amount: '$180.00' }],
  more: 'and 3 more, see the PDF',
  sums: [
    { label: 'Subtotal', value: '$480.00' },
    { label: 'Total', value: '$519.00' },
  ],
}

test('a bill has its lines and sums in both parts', () => {
  const { html, text } = renderMail({
    ...content,
    bill,
    sections: [{ title: 'Notes', text: 'Thanks\nagain' }],
  })
  expect(html).toMatch(/dir="auto"[^>]*>Design<br>with care<\/div>.*>1\.5 × \$120\.00<.*>\$180\.00</)
  expect(html).toMatch(/font-weight:700">Total<.*font-weight:700">\$519\.00</)
  expect(html).toContain('>Thanks<br>again<')
  expect(text).toContain(
    'Design\nwith care\n  1.5 × $120.00 = $180.00\nand 3 more, see the PDF\n\nSubtotal: $480.00\nTotal: $519.00\n',
  )
  expect(text).toContain('Notes:\nThanks\nagain')
})

test('a mail of a business carries its name and logo, and the product only in the small print', () => {
  const brand = { name: 'Riverside & Sons', logo: { cid: 'logo-1', width: 120, height: 60 } }
  const { html, text } = renderMail({ ...content, brand })
  // On white, because it may be dark with a transparent background.
  expect(html).toMatch(
    /<td style="[^"]*background-color:#ffffff[^"]*"><img src="cid:logo-1" alt="" width="120" height="60"[^>]*><\/td>.*Riverside &amp; Sons<\/div><\/td>/,
  )
  expect(html.split(productName)).toHaveLength(2)
  expect(html).toContain(`Sent with ${productName}`)
  expect(text).toMatch(/^Riverside & Sons\n\nReset your password/)
  expect(text).toContain(`-- \nSent with ${productName} · books.example.com\n`)
})

test('a mail without button, rows and footnote leaves no empty places', async () => {
  const { preheader, heading, appUrl } = content
  const { html, text } = renderMail({ preheader, heading, paragraphs: ['Done.'], appUrl })
  expect(text).toBe(`Reset your password\n\nDone.\n\n-- \n${productName} · books.example.com\n`)
  const parsed = await PostalMime.parse(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)
  expect(parsed.html).not.toContain('undefined')
  expect(html).not.toContain('If the button')
})
