import { expect, it } from 'vitest'
import { priceMinor } from '../../features/billing/rules.ts'
import { questionsIn, structuredDataOf } from './page-data.ts'
import { headTags, sitemap } from './page-head.ts'
import { parseProse } from './parse-prose.ts'
import { dataScript } from './structured-data.ts'

const page = { path: '/', title: 'T', description: 'D', image: '__ORIGIN__/og/index.png' }
const answers = {
  faq: questionsIn(
    parseProse('## Money\n\n### Is it free?\n\nYes, with [10 invoices](/pricing).\n\n- **a** b\n- `c`'),
  ),
  pricing: [{ question: 'Q', answer: 'A' }],
}
const kindsAt = (path: string) =>
  structuredDataOf({ ...page, path }, answers).map((data) => data['@type'] as string)

it('tells what the product costs, as the rules say, and of no rating', () => {
  const [software] = structuredDataOf(page, answers)
  expect(software).toMatchObject({
    '@type': 'SoftwareApplication',
    url: '__ORIGIN__/',
    offers: [
      { name: 'Free', price: '0.00' },
      { name: 'Pro', price: (priceMinor('pro', 'month') / 100).toFixed(2), priceCurrency: 'USD' },
      { name: 'Enterprise', price: (priceMinor('enterprise', 'month') / 100).toFixed(2) },
    ],
  })
  expect(JSON.stringify(software)).not.toMatch(/aggregateRating|"review/i)
})

it('gives every other page a trail, and questions and articles what they are', () => {
  expect(kindsAt('/terms')).toEqual(['BreadcrumbList'])
  expect(kindsAt('/faq')).toEqual(['BreadcrumbList', 'FAQPage'])
  expect(kindsAt('/pricing')).toEqual(['BreadcrumbList', 'FAQPage'])
  expect(kindsAt('/help/expenses')).toEqual(['BreadcrumbList', 'Article'])
  const [trail] = structuredDataOf({ ...page, path: '/help/expenses' }, answers)
  expect(trail).toMatchObject({
    itemListElement: [
      { position: 1, item: '__ORIGIN__/' },
      { position: 2, name: 'Help Center', item: '__ORIGIN__/help' },
      { position: 3, name: 'Recording expenses', item: '__ORIGIN__/help/expenses' },
    ],
  })
})

it('takes questions and their answers from the text of the FAQ, without its marks', () => {
  expect(answers.faq).toEqual([{ question: 'Is it free?', answer: 'Yes, with 10 invoices. a b c' }])
})

it('lets no word of the data end its element', () => {
  const script = dataScript({ name: '</script><b>' })
  expect(script.match(/</g)).toHaveLength(2)
  expect(JSON.parse(/>(.*)<\/script>$/.exec(script)?.[1] ?? '')).toEqual({ name: '</script><b>' })
})

it('names the one address of a page, and its picture where there is one', () => {
  const facts = { path: '/terms', title: 'Terms & "more"', description: 'a < b', isArticle: false }
  const tags = headTags({ ...facts, image: '__ORIGIN__/og/terms.png' })
  expect(tags).toContain('<link rel="canonical" href="__ORIGIN__/terms" />')
  expect(tags).toContain('<meta property="og:title" content="Terms &#38; &#34;more&#34;" />')
  expect(tags).toContain('<meta property="og:image" content="__ORIGIN__/og/terms.png" />')
  expect(tags).toContain('content="summary_large_image"')
  expect(headTags({ ...facts, image: undefined })).not.toContain('og:image')
  expect(sitemap(['/', '/terms'])).toContain('<url><loc>__ORIGIN__/terms</loc></url>')
})
