import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditInput } from '../../../test/support/fixtures/credit-notes.ts'
import { invoiceDocument } from '../../../test/support/fixtures/invoice-document.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { startMailServer } from '../../../test/support/providers/mail-server.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { startMailJobs } from '../../platform/mail/mail-jobs.ts'
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts'
import { type Invoice, getTimeline } from '../invoices/contract.ts'
import { createInvoiceAttachments } from '../invoices/mail/invoice-attachment.ts'
import * as contract from './contract.ts'
import { renderCreditNoteMail } from './emails.ts'

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
let stopMail: () => void
let cookie: string

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-16T10:00:00Z') })
  server = await startMailServer()
  const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`)
  stopMail = () => transport.close()
  const { database, jobs, log } = app.deps
  await startMailJobs({
    jobs,
    database,
    transport,
    makeAttachments: createInvoiceAttachments(app.deps),
    log,
  })
  ;({ cookie } = await app.signUpAndIn())
})
afterAll(async () => {
  await app.close()
  stopMail()
  await server.stop()
})

async function credit({ id }: Invoice, change: Parameters<typeof creditInput>[0] = {}, as = cookie) {
  const body = creditInput({ send: true, ...change })
  const response = await app.send(contract.createCreditNote, { params: { id }, body }, { cookie: as })
  return answerOf(contract.createCreditNote, response)
}
const arrivalFor = (number: string) => server.arrival(({ subject }) => subject?.includes(number) ?? false)
const email = (id: string, as = cookie) =>
  app.send(contract.emailCreditNote, { params: { id } }, { cookie: as })

test('the client gets the credit note: what was credited, what is still due, why, and the PDF', async () => {
  const invoice = await makeInvoice(app, cookie, { currency: 'EUR' })
  const note = await credit(invoice, {
    credit: { kind: 'lines', lines: [{ line: 0, quantity: 500 }], fees: [] },
    reason: 'One hour less was worked.',
  })
  expect(note.sentAt).not.toBeNull()
  const { mail, recipients } = await arrivalFor(invoice.number)
  expect(recipients).toEqual(['client@example.com'])
  expect(mail.subject).toBe(`Credit note ${note.number} for invoice ${invoice.number} from Test Business`)
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain(note.publicUrl)
    expect(part).toContain('€58.37')
    expect(part).toContain('€1,639.74 is still due.')
    expect(part).toContain('One hour less was worked.')
  }
  expect(mail.attachments).toMatchObject([
    { filename: `Credit-note-${note.number}.pdf`, mimeType: 'application/pdf' },
  ])
  const pdf = await readPdf(Buffer.from(mail.attachments[0]!.content as ArrayBuffer))
  expect(pdf.title).toBe(`Credit note ${note.number}`)
  const lines = pdf.pages[0]!.lines.join('\n')
  for (const expected of ['Credit note', note.number, 'For invoice', invoice.number, 'Nov 1, 2026']) {
    expect(lines).toContain(expected)
  }
  expect(lines).toMatch(/Design.*0\.5.*€120\.00.*€60\.00/)
  expect(lines).toMatch(/Credited.*€58\.37/)
  expect(lines).toMatch(/Reason\nOne hour less was worked\./)
  for (const missing of ['Amount due', 'Due date', 'Pay online', 'Nothing is due']) {
    expect(lines).not.toContain(missing)
  }
})

test('the mail has the dates of the credit note and the invoice, and says why there is no tax', () => {
  const taxNote = 'Steuerschuldnerschaft des Leistungsempfängers / Reverse charge'
  const invoice = invoiceDocument({ taxNote })
  const { number, issueDate } = invoice
  const creditNote = { ...invoice, issueDate: '2026-11-16', creditedInvoice: { number, issueDate } }
  const urls = { publicUrl: 'https://pay.example/c', appUrl: 'https://app.example' }
  const { text } = renderCreditNoteMail(creditNote, { invoice, ...urls })
  expect(text).toContain('Issue date: Nov 16, 2026')
  expect(text).toContain('Invoice date: Nov 1, 2026')
  expect(text).toContain(taxNote)
})

test('the mail says that an invoice was cancelled, and what was paid too much', async () => {
  const cancelled = await makeInvoice(app, cookie)
  await credit(cancelled)
  const { mail } = await arrivalFor(cancelled.number)
  expect(mail.text).toContain('This invoice was canceled. There is nothing to pay.')
})

test('the owner can email it again, ten times an hour, and the timeline tells it', async () => {
  const invoice = await makeInvoice(app, cookie)
  const note = await credit(invoice, { send: false })
  expect(note.sentAt).toBeNull()
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await answerOf(contract.emailCreditNote, await email(note.id))).toEqual({
      to: 'client@example.com',
      state: 'queued',
    })
  }
  expect((await problemOf(await email(note.id))).code).toBe('TOO_MANY_REQUESTS')
  const response = await app.send(getTimeline, { params: { id: invoice.id } }, { cookie })
  const { entries } = await answerOf(getTimeline, response)
  expect(entries.filter(({ mail }) => mail === 'credit-note')).toHaveLength(10)
})

test('it waits like other mails to clients until the owner confirmed their address', async () => {
  const held = await createTestApp({ mailWaitsForVerification: true })
  const account = await held.signUpAndIn()
  const invoice = await makeInvoice(held, account.cookie)
  const body = creditInput({ send: true })
  const params = { id: invoice.id }
  const response = await held.send(contract.createCreditNote, { params, body }, { cookie: account.cookie })
  expect(response.status).toBe(200)
  const { rows } = await held.database.platform.query(`select kind, state from mails where invoice_id = $1`, [
    invoice.id,
  ])
  expect(rows).toEqual([{ kind: 'credit-note', state: 'held' }])
  await held.close()
})
