import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePicture } from '../../../../test/support/fixtures/images.ts'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { clientInput, invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { startMailServer } from '../../../../test/support/providers/mail-server.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import { startMailJobs } from '../../../platform/mail/mail-jobs.ts'
import { createSmtpTransport } from '../../../platform/mail/smtp-transport.ts'
import { uploadLogo } from '../../business/contract.ts'
import { attachPdf, createInvoiceAttachments } from './invoice-attachment.ts'

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
let stopMail: () => void
let cookie: string

beforeAll(async () => {
  app = await createTestApp()
  server = await startMailServer()
  const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`)
  stopMail = () => transport.close()
  const { database, jobs, log } = app.deps
  const makeAttachments = createInvoiceAttachments(app.deps)
  await startMailJobs({ jobs, database, transport, makeAttachments, log })
  ;({ cookie } = await app.signUpAndIn())
})
afterAll(async () => {
  await app.close()
  stopMail()
  await server.stop()
})

const arrivalFor = (number: string) => server.arrival(({ subject }) => subject?.includes(number) ?? false)

function bytesOf(attached: { content: unknown }): Buffer {
  return Buffer.from(attached.content as ArrayBuffer)
}

async function mailStatesOf(invoiceId: string): Promise<string[]> {
  const { rows } = await app.database.platform.query<{ state: string }>(
    'select state from mails where invoice_id = $1',
    [invoiceId],
  )
  return rows.map(({ state }) => state)
}

test('the client gets the invoice in the name of the business: HTML, text and PDF, answers to the business', async () => {
  const invoice = await makeInvoice(app, cookie, { sendOption: 'email_now' })
  expect(invoice.sentAt).not.toBeNull()
  const { mail, recipients } = await arrivalFor(invoice.number)
  expect(recipients).toEqual(['client@example.com'])
  expect(mail).toMatchObject({
    from: { name: 'Test Business', address: 'no-reply@millrace.example' },
    to: [{ address: 'client@example.com' }],
    replyTo: [{ address: 'billing@business.example' }],
    subject: `Invoice ${invoice.number} from Test Business`,
  })
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain(invoice.publicUrl)
    expect(part).toContain('$1,698.11')
  }
  expect(mail.attachments).toMatchObject([
    { filename: `Invoice-${invoice.number}.pdf`, mimeType: 'application/pdf', disposition: 'attachment' },
  ])
  expect(bytesOf(mail.attachments[0]!).subarray(0, 5).toString()).toBe('%PDF-')
  await expect.poll(() => mailStatesOf(invoice.id)).toEqual(['sent'])
})

test('its logo stands in the mail itself', async () => {
  const colour = { r: 0, g: 90, b: 90, alpha: 0.5 }
  const file = new Blob([new Uint8Array(await makePicture('png', { width: 400, height: 100, colour }))])
  const logo = await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
  const invoice = await makeInvoice(app, cookie, { sendOption: 'email_now', logoId: logo.id })
  const { mail } = await arrivalFor(invoice.number)
  expect(mail.html).toContain(`<img src="cid:logo-${logo.id}" alt="" width="200" height="50"`)
  const picture = mail.attachments.find((attached) => attached.disposition === 'inline')
  expect(picture).toMatchObject({ mimeType: 'image/png', contentId: `<logo-${logo.id}>` })
  expect(bytesOf(picture!).subarray(1, 4).toString()).toBe('PNG')
})

describe('the document of a mail', () => {
  const makeAttachments = () => createInvoiceAttachments(app.deps)
  const publicUrl = 'http://localhost:3000/invoices/3f2a9c41-0000-4000-8000-000000000000/view'
  const businessId = '00000000-0000-4000-8000-000000000000'

  test('is drawn as well when it was queued before payments were kept', async () => {
    const { movements: _, receivedMinor: __, creditedMinor: ___, ...document } = invoiceDocument()
    const attachment = { kind: 'invoice-pdf', facts: { document, publicUrl } }
    const [pdf] = await makeAttachments()({ businessId, attachment })
    expect(pdf).toMatchObject({ filename: 'Invoice-3F2A9C41.pdf', contentType: 'application/pdf' })
    expect((await readPdf(pdf!.content)).text).toContain('Amount due $1,698.11')
  })

  test('is a receipt under a name of its own', async () => {
    const document = invoiceDocument({ status: 'paid', paidOn: '2026-11-05', receivedMinor: 169_811 })
    const [pdf] = await makeAttachments()({
      businessId,
      attachment: attachPdf('receipt-pdf', { document, publicUrl }),
    })
    expect(pdf).toMatchObject({ filename: 'Receipt-3F2A9C41.pdf', contentType: 'application/pdf' })
    expect((await readPdf(pdf!.content)).text).toContain('$1,698.11 paid on Nov 5, 2026')
  })
})

describe('whatever stands in a field', () => {
  const attack = `</td><script>alert("1")</script><img src=x onerror='alert(2)'>\r\nBcc: eve@evil.example`
  const line = { description: attack, quantity: 1000, rateMinor: 100 }
  const hostile = {
    ...invoiceInput(),
    company: {
      name: attack.slice(0, 120),
      email: 'billing@business.example',
      phone: attack.slice(0, 40),
      address: attack,
      contactName: attack.slice(0, 120),
      country: '',
      taxId: attack.slice(0, 40),
    },
    client: clientInput({ name: attack.slice(0, 120), contactName: attack.slice(0, 120) }),
    purchaseOrder: attack.slice(0, 60),
    description: attack,
    notes: attack,
    charge: {
      kind: 'lines' as const,
      taxIncluded: false,
      lines: [line],
      discount: { kind: 'fixed' as const, value: 1, description: attack },
      taxes: [{ name: attack.slice(0, 60), rate: 8100 }],
      fees: [{ description: attack, amountMinor: 1 }],
    },
    sendOption: 'email_now' as const,
  }

  test('it becomes no markup, no header and no recipient', async () => {
    const invoice = await makeInvoice(app, cookie, hostile)
    const { mail, recipients } = await arrivalFor(invoice.number)
    expect(recipients).toEqual(['client@example.com'])
    expect(mail.to).toMatchObject([{ address: 'client@example.com' }])
    expect(mail.bcc).toBeUndefined()
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.from).toMatchObject({
      name: expect.stringContaining('Bcc: eve@evil.example'),
      address: 'no-reply@millrace.example',
    })
    expect(mail.html).not.toMatch(/<script|<img|onerror='/)
    expect(mail.html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
    const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    expect(new Set(links)).toEqual(new Set([invoice.publicUrl, 'http://localhost:3000/']))
  })
})
