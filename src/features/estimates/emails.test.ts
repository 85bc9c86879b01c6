import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EstimateOwner,
  createEstimateApp,
  signUpToEstimate,
} from '../../../test/support/fixtures/estimates.ts'
import { startMailServer } from '../../../test/support/providers/mail-server.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { type TestApp, answerOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { startMailJobs } from '../../platform/mail/mail-jobs.ts'
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts'
import { createInvoiceAttachments } from '../invoices/mail/invoice-attachment.ts'
import * as contract from './contract.ts'
import { createEstimateObjection, estimateAnswered } from './estimate-objection.ts'
import { remindClients } from './remind-clients.ts'

let world: Awaited<ReturnType<typeof createEstimateApp>>
let app: TestApp
let owner: EstimateOwner
let server: Awaited<ReturnType<typeof startMailServer>>
let stopMail: () => void

beforeAll(async () => {
  world = await createEstimateApp()
  app = world.app
  server = await startMailServer()
  const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`)
  stopMail = () => transport.close()
  const { database, jobs, log } = app.deps
  const makeAttachments = createInvoiceAttachments(app.deps)
  await startMailJobs({ jobs, database, transport, makeAttachments, log })
})
beforeEach(async () => {
  world.setClock()
  owner = await signUpToEstimate(app)
})
afterAll(async () => {
  await app.close()
  stopMail()
  await server.stop()
})

test('the client gets the estimate: what it comes to, until when it is valid, the button and the PDF', async () => {
  const made = await owner.make({ sendOption: 'email_now' })
  const { mail } = await server.arrival(({ subject }) => subject?.includes(made.number) ?? false)
  expect(mail).toMatchObject({
    subject: `Estimate ${made.number} from Test Business`,
    from: { name: 'Test Business' },
    to: [{ address: 'client@example.com' }],
    replyTo: [{ address: 'billing@business.example' }],
  })
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('You can accept or decline it online until Dec 15, 2026.')
    expect(part).toContain('View estimate')
    expect(part).toContain(`/estimates/${made.id}/view`)
    expect(part).toContain('Estimate total')
    expect(part).toContain('The estimate is attached as a PDF.')
    expect(part).not.toMatch(/invoice|amount due/i)
  }
  const [attached] = mail.attachments ?? []
  expect(attached).toMatchObject({ filename: `Estimate-${made.number}.pdf` })
  const pdf = await readPdf(Buffer.from(attached?.content as ArrayBuffer))
  expect(pdf.title).toBe(`Estimate ${made.number}`)
})

test('the owner can send it again, ten times an hour', async () => {
  const made = await owner.make()
  const send = () => app.send(contract.emailEstimate, { params: { id: made.id } }, { cookie: owner.cookie })
  expect(await answerOf(contract.emailEstimate, await send())).toEqual({
    to: 'client@example.com',
    state: 'queued',
  })
  for (let count = 1; count < 10; count++) expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
})

describe('the reminder before an estimate expires', () => {
  const reminders = async () =>
    (await owner.mails()).filter(({ kind }) => kind === 'estimate-reminder').map(({ subject }) => subject)

  test('goes out three days before, at nine in the time zone of the business, once', async () => {
    const made = await owner.make({ sendOption: 'email_now' })
    await world.remindAt('2026-12-12T08:59:00Z')
    expect(await reminders()).toEqual([])
    await world.remindAt('2026-12-12T09:00:00Z')
    await Promise.all([1, 2, 3].map(() => remindClients(app.deps)))
    await world.remindAt('2026-12-14T09:00:00Z')
    expect(await reminders()).toEqual([
      `Estimate ${made.number} from Test Business is valid until Dec 15, 2026`,
    ])
    expect((await owner.read(made)).remindedAt).toBe('2026-12-12T09:00:00.000Z')
  })

  test('is not for unsent, accepted, declined, deleted or expired ones, nor for ones sent a day before or later', async () => {
    await owner.make()
    const [accepted, declined, gone, late] = await Promise.all(
      [1, 2, 3, 4].map(() => owner.make({ sendOption: 'email_now' })),
    )
    await owner.answer(accepted!)
    await owner.answer(declined!, { decision: 'decline' })
    await app.send(contract.deleteEstimate, { params: { id: gone!.id } }, { cookie: owner.cookie })
    world.setClock('2026-12-11T10:00:00Z')
    await app.send(contract.emailEstimate, { params: { id: late!.id } }, { cookie: owner.cookie })
    await world.remindAt('2026-12-13T10:00:00Z')
    expect(await reminders()).toEqual([])
  })

  test('is not for one that expired while no process was running, nor for clients who get no reminders', async () => {
    const made = await owner.make({ sendOption: 'email_now' })
    await world.remindAt('2026-12-16T10:00:00Z')
    world.setClock()
    await owner.make({ sendOption: 'email_now', validUntil: '2026-12-20' })
    await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query('update clients set no_reminders = true where id = $1', [made.content.client.id]),
    )
    await world.remindAt('2026-12-18T10:00:00Z')
    expect(await reminders()).toEqual([])
  })

  test('comes again before another last day', async () => {
    const made = await owner.make({ sendOption: 'email_now' })
    await world.remindAt('2026-12-12T09:00:00Z')
    await owner.update(await owner.read(made), { validUntil: '2026-12-30' })
    await world.remindAt('2026-12-27T09:00:00Z')
    expect(await reminders()).toHaveLength(2)
  })

  test('keeps its hour when the business moves to another time zone', async () => {
    await owner.make({ sendOption: 'email_now' })
    await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query(`update businesses set time_zone = 'America/New_York' where id = $1`, [owner.businessId]),
    )
    await world.remindAt('2026-12-12T13:59:00Z')
    expect(await reminders()).toEqual([])
    await world.remindAt('2026-12-12T14:00:00Z')
    expect(await reminders()).toHaveLength(1)
  })

  test('is not sent if the client answers before it leaves', async () => {
    const made = await owner.make({ sendOption: 'email_now' })
    const object = createEstimateObjection(app.deps)
    const mail = { kind: 'estimate-reminder', businessId: owner.businessId, estimateId: made.id }
    expect(await object(mail)).toBeNull()
    await owner.answer(made)
    expect(await object(mail)).toBe(estimateAnswered)
    expect(await object({ ...mail, kind: 'estimate' })).toBeNull()
  })
})
