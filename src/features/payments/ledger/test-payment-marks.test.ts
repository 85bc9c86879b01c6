import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, openPage } from '../../../../test/support/fixtures/payments.ts'
import { createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { emailInvoice } from '../../invoices/contract.ts'
import { createInvoiceAttachments } from '../../invoices/mail/invoice-attachment.ts'
import { getInvoicePdf } from '../../invoices/public/contract.ts'
import { remindNow } from '../../reminders/contract.ts'

let app: TestApp
const cards = createFakeCards()
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string

beforeAll(async () => {
  app = await createTestApp({ cards: cards.provider })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.deps.cards = cards.provider
  app.deps.demoPayments = true
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId, { sentAt: new Date() })
})

const noMoney = 'Test payment: no money moved.'

async function mailOf(kind: string) {
  const [mail] = await withTenant(app.database, businessId, ({ db }) =>
    db
      .select()
      .from(mails)
      .where(and(eq(mails.kind, kind), eq(mails.invoiceId, id))),
  )
  if (!mail) throw new Error(`there is no mail of the kind ${kind}`)
  return { ...mail, text: mail.text ?? '' }
}

/** With all whitespace collapsed. */
async function textOf(pdf: Buffer): Promise<string> {
  return (await readPdf(pdf)).text.replaceAll(/\s+/g, ' ')
}

async function attachedText(kind: string): Promise<string> {
  const { attachment } = await mailOf(kind)
  const [pdf] = await createInvoiceAttachments(app.deps)({ businessId, attachment: attachment! })
  return textOf(pdf!.content)
}

async function payByCard() {
  const { sessionId } = await openPage(app, businessId, id)
  cards.pay(sessionId)
  expect((await confirm(app, id, sessionId)).ok).toBe(true)
}

async function publicPdf(): Promise<string> {
  const response = await app.send(getInvoicePdf, { params: { id } })
  return textOf(Buffer.from(await response.arrayBuffer()))
}

test('the mail to the owner, the receipt and its PDF say that a test moved no money', async () => {
  await payByCard()
  const ownerMail = await mailOf('payment-received')
  expect(ownerMail.subject).toMatch(/^Test payment received for invoice /)
  expect(ownerMail.text).toContain(noMoney)
  expect(ownerMail.text).toContain('Card (test payment, no money moved)')
  expect((await mailOf('receipt')).text).toContain(noMoney)
  const receipt = await attachedText('receipt')
  // The sentence wraps next to the sums, so its lines are mixed with theirs.
  expect(receipt).toContain('no money moved.')
  expect(receipt).toMatch(/Test payment [A-Z][a-z]+ \d+, \d+ \(card\)/)
})

test('real money is called a payment, without a mark', async () => {
  app.deps.cards = { ...cards.provider, isLive: true }
  await payByCard()
  const ownerMail = await mailOf('payment-received')
  expect(ownerMail.subject).toMatch(/^Payment received for invoice /)
  for (const text of [ownerMail.text, (await mailOf('receipt')).text, await attachedText('receipt')]) {
    expect(text).not.toMatch(/test payment|no money/i)
  }
})

test('mails and PDFs offer to pay online only where that is possible', async () => {
  const send = async () => {
    const response = await app.send(emailInvoice, { params: { id } }, { cookie: owner.cookie })
    expect(response.ok).toBe(true)
  }
  await send()
  expect((await mailOf('invoice')).text).toContain('View and pay invoice')
  expect(await attachedText('invoice')).toContain('Pay online')
  expect(await publicPdf()).toContain('Pay online')

  app.deps.demoPayments = false
  id = await addInvoiceRow(app.database, businessId, { sentAt: new Date() })
  await send()
  const reminded = await app.send(remindNow, { params: { id } }, { cookie: owner.cookie })
  expect(reminded.ok).toBe(true)
  for (const kind of ['invoice', 'reminder']) {
    const { text } = await mailOf(kind)
    expect(text).toContain('View invoice')
    expect(text).not.toContain('View and pay')
  }
  for (const pdf of [await attachedText('invoice'), await publicPdf()]) {
    expect(pdf).toContain('View online')
    expect(pdf).not.toContain('Pay online')
  }
})
