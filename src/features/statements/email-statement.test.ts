import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { startMailServer } from '../../../test/support/providers/mail-server.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { statementDocument } from '../../../test/support/statements/statement-document.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { startMailJobs } from '../../platform/mail/mail-jobs.ts'
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts'
import { uploadLogo } from '../business/contract.ts'
import { mergeClients } from '../clients/contract.ts'
import { getClientTimeline } from '../invoices/client/contract.ts'
import { createInvoiceAttachments } from '../invoices/mail/invoice-attachment.ts'
import { emailStatement } from './contract.ts'
import { renderStatementMail } from './email-statement.ts'
import { endStatementPdfs } from './pdf/statement-pdf.ts'
import { withStatements } from './statement-attachment.ts'

let app: TestApp
let server: Awaited<ReturnType<typeof startMailServer>>
let stopMail: () => void
let cookie: string
let clientId: string
const now = new Date('2026-11-18T12:00:00Z')
const period = { currency: 'USD', from: '2026-11-01', to: '2026-11-18' }

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  server = await startMailServer()
  const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`)
  stopMail = () => transport.close()
  const { database, jobs, log } = app.deps
  const makeAttachments = withStatements(app.deps, createInvoiceAttachments(app.deps))
  await startMailJobs({ jobs, database, transport, makeAttachments, log })
})
afterAll(async () => {
  await endStatementPdfs()
  await app.close()
  stopMail()
  await server.stop()
})
beforeEach(async () => {
  ;({ cookie } = await app.signUpAndIn())
  clientId = (await makeInvoice(app, cookie)).client.id ?? ''
})

const email = (id = clientId) => app.send(emailStatement, { params: { id }, body: period }, { cookie })

describe('a statement by email', () => {
  test('goes to the client’s address in the name of the business, with its PDF and the logo', async () => {
    const file = new Blob([new Uint8Array(await makePicture('png', { width: 400, height: 100 }))])
    await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
    expect(await answerOf(emailStatement, await email())).toEqual({
      to: 'client@example.com',
      state: 'queued',
    })
    const { mail, recipients } = await server.arrival(
      ({ subject }) => subject?.startsWith('Statement') ?? false,
    )
    expect(recipients).toEqual(['client@example.com'])
    expect(mail.subject).toMatch(/^Statement from .+, Nov 1, 2026 – Nov 18, 2026$/)
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('On Nov 18, 2026, you owed $1,698.11.')
      expect(part).toContain('The statement is attached as a PDF.')
    }
    const pdf = mail.attachments.find(({ disposition }) => disposition === 'attachment')
    expect(pdf).toMatchObject({
      filename: 'Statement-2026-11-01-2026-11-18.pdf',
      mimeType: 'application/pdf',
    })
    expect((await readPdf(Buffer.from(pdf?.content as ArrayBuffer))).text).toContain('Balance due $1,698.11')
    expect(mail.attachments.map(({ disposition }) => disposition)).toContain('inline')
  })

  test('stands in the timeline of the client, also of one who was merged into another', async () => {
    const read = async (id: string) => {
      const route = { params: { id }, query: {} }
      const { entries } = await answerOf(
        getClientTimeline,
        await app.send(getClientTimeline, route, { cookie }),
      )
      return entries.filter(({ kind }) => kind.startsWith('mail-'))
    }
    await answerOf(emailStatement, await email())
    await expect
      .poll(async () => (await read(clientId)).map(({ kind, to }) => `${kind} to ${to}`))
      .toEqual(['mail-sent to client@example.com'])
    const other = clientInput({ email: 'other@example.com' })
    const into = (await makeInvoice(app, cookie, { client: other })).client.id ?? ''
    const merge = { params: { id: clientId }, body: { into } }
    await answerOf(mergeClients, await app.send(mergeClients, merge, { cookie }))
    expect(await read(into)).toHaveLength(1)
    expect(await read(clientId)).toEqual([])
  })

  test('is sent at most ten times an hour to one client', async () => {
    for (let count = 0; count < 10; count++) await answerOf(emailStatement, await email())
    expect(await problemOf(await email())).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
  })

  test('to a client of another business is refused and not counted', async () => {
    const other = await app.signUpAndIn()
    const route = { params: { id: clientId }, body: period }
    expect((await app.send(emailStatement, route, { cookie: other.cookie })).status).toBe(404)
  })
})

test.each([
  [30_000, 'you owed $300.00. $300.00 was overdue.'],
  [0, 'you owed nothing.'],
  [-500, 'you had paid $5.00 too much.'],
])('the mail says how the account stands at %s', (openingMinor, sentence) => {
  const { html, text } = renderStatementMail(statementDocument({ openingMinor }), {
    appUrl: 'https://app.example',
  })
  expect(text).toContain(`On Nov 19, 2026, ${sentence}`)
  expect(html).toContain(sentence)
})
