import { afterAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { manyRows, statementDocument } from '../../../../test/support/statements/statement-document.ts'
import { defaultStyle } from '../../business/contract.ts'
import { maxRows } from '../rules.ts'
import { endStatementPdfs, statementPdf } from './statement-pdf.ts'

afterAll(() => endStatementPdfs())

const draw = async (...facts: Parameters<typeof statementDocument>) =>
  readPdf(await statementPdf(statementDocument(...facts), null))

describe('the PDF of a statement', () => {
  test.each(['classic', 'modern', 'compact'] as const)(
    'has every entry with its balance, in the look %s',
    async (look) => {
      const { text, title } = await draw({ style: { ...defaultStyle, look } })
      expect(title).toBe('Statement Oct 1, 2026 – Nov 19, 2026')
      for (const line of [
        'Oct 1, 2026 Opening balance $300.00',
        'Oct 1, 2026 Invoice 0007 $1,200.00 $1,500.00',
        'Oct 6, 2026 Credit note CN-0001 for invoice 0007 -$200.00 $1,300.00',
        'Oct 12, 2026 Payment for invoice 0007 (bank transfer) -$980.00 $320.00',
        'Oct 12, 2026 Early payment discount for invoice 0007 -$20.00 $300.00',
        'Nov 9, 2026 Test payment for invoice 0008 (card) -$450.50 $300.00',
        'Nov 11, 2026 Test refund for invoice 0008 (card) $50.50 $350.50',
        'Nov 11, 2026 No longer owed for invoice 0008 -$50.50 $300.00',
        'Nov 19, 2026 Closing balance $300.00',
        '31–60 days overdue $300.00',
        'Balance due $300.00',
        'Test payments moved no money.',
      ])
        expect(text).toContain(line)
    },
  )

  test('is on the paper of the sender’s country', async () => {
    const [page] = (await draw()).pages
    expect(page).toMatchObject({ width: 612, height: 792 })
    const { company } = statementDocument()
    const [other] = (await draw({ company: { ...company, country: 'CH' }, locale: 'de-CH', currency: 'CHF' }))
      .pages
    expect(other?.height).toBeGreaterThan(841)
  })

  test('says that money is owed to the client, when they have paid too much', async () => {
    const { text } = await draw({ openingMinor: -50_000 })
    expect(text).toContain('Credit $500.00')
    expect(text).toContain('Paid too much -$500.00')
  })

  test('has as many entries as a statement may have, and the names of the columns on each page', async () => {
    const { pages, text } = await draw({}, manyRows(maxRows))
    expect(pages.length).toBeGreaterThan(30)
    for (const { lines } of pages.slice(0, -1)) expect(lines).toContain('Date Description Amount Balance')
    expect(text).toContain(`Invoice ${String(maxRows).padStart(5, '0')}`)
    expect(text).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  test('writes yen without decimals, and names in any script', async () => {
    const { client } = statementDocument()
    const { text } = await draw({ currency: 'JPY', client: { ...client, name: 'חנות הספרים' } })
    expect(text).toContain('¥120,000')
    expect(text).toContain('חנות הספרים')
  })
})
