import { describe, expect, test } from 'vitest'
import {
  dmarcNames,
  isPlaceholder,
  placeholderChecks,
  defaultSelectors,
  dkimText,
  dmarcText,
  mxText,
  spfText,
} from './dns-rules.ts'
import { selectorForm } from './rules.ts'

const domain = 'shop.example'

describe('MX', () => {
  const cases: [string, Parameters<typeof mxText>[1], string, RegExp][] = [
    ['none', [], 'missing', /^Email to support@shop\.example won’t be delivered because no server is set up/],
    [
      'a null MX',
      [{ exchange: '', priority: 0 }],
      'attention',
      /won’t be delivered because .* doesn’t accept email/,
    ],
    ['a null MX with its dot', [{ exchange: '.', priority: 0 }], 'attention', /doesn’t accept email/],
    ['one', [{ exchange: 'mx.host.example', priority: 10 }], 'good', /goes to mx\.host\.example\. Each/],
  ]
  test.each(cases)('%s', (_what, records, verdict, words) => {
    expect(mxText(domain, records)).toMatchObject({ verdict, words: expect.stringMatching(words) })
  })

  test('the first to be tried comes first', () => {
    const records = [20, 10, 15].map((priority) => ({ priority, exchange: `mx${priority}.host.example` }))
    const { found, words } = mxText(domain, records)
    expect(found).toEqual(['10 mx10.host.example', '15 mx15.host.example', '20 mx20.host.example'])
    expect(words).toContain('mx10.host.example, mx15.host.example and mx20.host.example')
  })
})

describe('SPF', () => {
  const cases: [string[], string, RegExp][] = [
    [[], 'missing', /No record says which servers may send/],
    [['google-site-verification=x', 'v=spf10 -all'], 'missing', /No record says/],
    [['v=spf1 mx -all', 'V=SPF1 a ~all'], 'attention', /There are 2 SPF records/],
    [['v=spf1 include:host.example +all'], 'attention', /\+all, so anyone can send/],
    [['v=spf1 include:host.example all'], 'attention', /with all, so anyone can send/],
    [['v=spf1 include:host.example ?all'], 'attention', /doesn’t say whether/],
    [['v=spf1 include:host.example'], 'attention', /does not say whether others may/],
    [['v=spf1'], 'attention', /does not say whether others may/],
    [['v=spf1 -all'], 'attention', /no server may send/],
    [
      ['x', 'v=spf1 include:host.example ~all'],
      'good',
      /says which servers may send email for shop\.example/,
    ],
    [['  V=SPF1 mx -ALL '], 'good', /and that others may not/],
    [['v=spf1 redirect=_spf.host.example'], 'good', /says which servers/],
  ]
  test.each(cases)('%j', (texts, verdict, words) => {
    const finding = spfText({ domain, smtpHost: null }, texts)
    expect(finding).toMatchObject({ verdict, words: expect.stringMatching(words) })
    expect(finding.found).toEqual(texts.filter((text) => /^\s*v=spf1\b(?!0)/i.test(text)))
  })

  test('whose servers have to be in there', () => {
    const good = ['v=spf1 include:host.example ~all']
    expect(spfText({ domain, smtpHost: 'smtp.host.example' }, good).words).toContain(
      'the provider behind smtp.host.example asks for',
    )
    expect(spfText({ domain, smtpHost: 'smtp.host.example' }, []).words).toContain('smtp.host.example')
    expect(spfText({ domain, smtpHost: null }, good).words).toContain('Once SMTP_URL is set')
  })
})

describe('DKIM', () => {
  const cases: [string[], string, RegExp][] = [
    [[], 'missing', /No key is published under s1\._domainkey\.shop\.example/],
    [['v=spf1 -all', 'v=DMARC1; p=none'], 'missing', /No key is published/],
    [['v=DKIM1; k=rsa; p='], 'attention', /under s1 is empty.*revoked/],
    [['v=DKIM1; k=rsa'], 'attention', /is empty/],
    [['v=DKIM1; k=rsa; p=MIGf=='], 'good', /A key is published under s1, so/],
    [['k=rsa;p=MIGf'], 'good', /A key is published/],
    [['v=DKIM1; p=', 'v=DKIM1; p=MIGf'], 'good', /A key is published/],
  ]
  test.each(cases)('%j', (texts, verdict, words) => {
    const finding = dkimText(domain, [{ selector: 's1', texts }], { isGuess: false })
    expect(finding).toMatchObject({ verdict, words: expect.stringMatching(words) })
  })

  test('nothing under the usual names means only that: the selector can be entered', () => {
    const asked = defaultSelectors.map((selector) => ({ selector, texts: [] }))
    expect(dkimText(domain, asked, { isGuess: true })).toMatchObject({
      verdict: 'missing',
      words: expect.stringContaining('enter it and check again'),
    })
    for (const selector of defaultSelectors) expect(selector).toMatch(selectorForm)
    expect(new Set(defaultSelectors).size).toBe(defaultSelectors.length)
  })

  test('what is shown of a record, and of many, is bounded', () => {
    const texts = Array.from({ length: 50 }, () => `v=DKIM1; p=${'A'.repeat(50_000)}`)
    const { found } = dkimText(domain, [{ selector: 's1', texts }], { isGuess: false })
    expect(found).toHaveLength(10)
    expect(found[0]).toMatch(/^s1\._domainkey\.shop\.example: v=DKIM1; p=A+…$/)
    expect(found.join('').length).toBeLessThan(7000)
  })
})

describe('DMARC', () => {
  const cases: [string[], string, RegExp][] = [
    [[], 'missing', /Publish a TXT record under _dmarc\.shop\.example/],
    [['v=spf1 -all'], 'missing', /No record says/],
    [['v=DMARC1; p=none; rua=mailto:reports@shop.example'], 'attention', /do nothing about.*p=none/],
    [['v=DMARC1; p=Quarantine'], 'good', /into the spam folder/],
    [['v=DMARC1;p=reject'], 'good', /^The record asks receivers to reject/],
    [['v=DMARC1; p=reject', 'v=DMARC1; p=none'], 'attention', /There are 2 DMARC records/],
    [['v=DMARC1'], 'attention', /does not say what receivers should do/],
    [['v=DMARC1; p=maybe'], 'attention', /It needs p=none/],
  ]
  test.each(cases)('%j', (texts, verdict, words) => {
    const finding = dmarcText(domain, [{ name: domain, texts }])
    expect(finding).toMatchObject({ verdict, words: expect.stringMatching(words) })
  })

  test('the policy of a domain above holds too, with what it says about those below, unless there is an own one', () => {
    const below = 'mail.shop.example'
    const above = { name: domain, texts: ['v=DMARC1; p=none; sp=reject'] }
    expect(dmarcNames('a.mail.shop.example')).toEqual(['a.mail.shop.example', below, domain])
    expect(dmarcText(below, [{ name: below, texts: [] }, above])).toMatchObject({
      verdict: 'good',
      words: expect.stringMatching(
        /^The record of shop\.example, which also applies to mail\.shop\.example,/,
      ),
    })
    const own = { name: below, texts: ['v=DMARC1; p=none; sp=reject'] }
    expect(dmarcText(below, [own, above])).toMatchObject({ verdict: 'attention' })
  })
})

test.each([
  ['millrace.example', true],
  ['mail.EXAMPLE.com', true],
  ['box.test', true],
  ['localhost', true],
  ['office.local', true],
  ['office.internal', false],
  ['example.company', false],
  ['counterexample.com', false],
])('%s can be owned by nobody: %s', (name, expected) => {
  expect(isPlaceholder(name)).toBe(expected)
})

test('a placeholder is called one, with what to do', () => {
  const checks = placeholderChecks('millrace.example')
  expect(checks.map(({ record, verdict }) => `${record} ${verdict}`)).toEqual([
    'MX missing',
    'SPF missing',
    'DKIM missing',
    'DMARC missing',
  ])
  expect(checks[0]?.words).toMatch(/placeholder.*Set MAIL_FROM to an address on your own domain/)
})
