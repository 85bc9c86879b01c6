import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { answerOf } from '../../../test/support/test-app.ts'
import type { MailAttachment } from '../../platform/db/tables/mail.ts'
import { uploadLogo } from '../business/contract.ts'
import { createInvoiceAttachments } from '../invoices/mail/invoice-attachment.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

test('a reminder shows the logo of its invoice, and carries nothing else', async () => {
  const { app, fireAt } = reminding
  const business = await reminding.open()
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  const logo = await answerOf(uploadLogo, await app.send(uploadLogo, { file }, business))
  const { id } = await business.invoice({ logoId: logo.id })
  await fireAt('2026-11-17T09:00:00Z')
  const [mail] = await business.sql<{ html: string; attachment: MailAttachment }>(
    `select html, attachment from mails where invoice_id = $1`,
    [id],
  )
  if (!mail) throw new Error('no reminder was sent')
  const attached = await createInvoiceAttachments(app.deps)({ ...business, attachment: mail.attachment })
  expect(attached).toMatchObject([
    { filename: 'logo.jpg', contentType: 'image/jpeg', cid: `logo-${logo.id}` },
  ])
  expect(mail.html).toContain(`src="cid:logo-${logo.id}"`)
})
