import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { listAll } from '../../../test/support/file-store-checks.ts'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { asOwner, makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { createExpense } from '../expenses/contract.ts'
import { createInvoice, deleteInvoice } from '../invoices/contract.ts'
import { createInvoiceAttachments } from '../invoices/mail/invoice-attachment.ts'
import { getPublicAttachment, listPublicAttachments } from '../invoices/public/contract.ts'
import * as contract from './contract.ts'
import { maxFileBytes, maxMailedBytes, maxTotalBytes } from './rules.ts'
import { removeLeftAttachments } from './set-attachments.ts'

const start = new Date('2026-11-15T12:00:00Z')
let now = start
let app: TestApp
let picture: Buffer
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  picture = await makePicture('jpeg')
})
afterAll(() => app.close())
beforeEach(async () => {
  now = start
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const send = (bytes: Uint8Array, query: Partial<{ requestId: string; fileName: string }> = {}, as = cookie) =>
  app.send(
    contract.uploadAttachment,
    { file: new Blob([new Uint8Array(bytes)]), query: { requestId: randomUUID(), ...query } },
    { cookie: as },
  )
const upload = async (fileName = 'plan.jpg', as = cookie) => {
  now = new Date(now.getTime() + 1)
  return answerOf(contract.uploadAttachment, await send(picture, { fileName }, as))
}
const set = (target: { of: 'invoice' | 'expense' | 'client'; id: string }, ids: string[], as = cookie) =>
  app.send(
    contract.setAttachments[target.of],
    { params: { id: target.id }, body: { attachments: ids } },
    { cookie: as },
  )
const namesOf = async (of: 'invoice' | 'expense' | 'client', id: string) => {
  const response = await app.send(contract.listAttachments[of], { params: { id } }, { cookie })
  return (await answerOf(contract.listAttachments[of], response)).attachments.map(({ name }) => name)
}
const filesOf = async () => (await listAll(app.deps.files)).filter((file) => file.businessId === businessId)
/** Makes stored files as large as their rows say, without such files. */
const growTo = (bytes: number, id: string) =>
  asOwner(
    app,
    'stored_files',
    `update stored_files set byte_count = ${bytes}
     where id = (select file_id from attachments where id = '${id}')`,
  )

describe('a file that is sent', () => {
  test('is what its content says, and its name ends with what it is', async () => {
    const jpeg = await answerOf(contract.uploadAttachment, await send(picture, { fileName: '../plan.JPEG' }))
    expect(jpeg).toEqual({
      id: expect.any(String),
      name: 'plan.JPEG',
      contentType: 'image/jpeg',
      byteCount: picture.length,
    })
    const pdf = await answerOf(contract.uploadAttachment, await send(Buffer.from('%PDF-1.7 …')))
    expect(pdf).toMatchObject({ name: 'file.pdf', contentType: 'application/pdf' })
    for (const [said, kept] of [
      ['photo.png', 'photo.jpg'],
      ['photo.exe', 'photo.exe.jpg'],
      ['Plan v1.2', 'Plan v1.2.jpg'],
    ] as const) {
      const other = await answerOf(contract.uploadAttachment, await send(picture, { fileName: said }))
      expect(other.name).toBe(kept)
    }
  })

  test('is refused if it only says that it is a picture or a PDF', async () => {
    const named = await problemOf(await send(picture, { fileName: 'plan.pdf' }))
    expect(named).toMatchObject({
      code: 'INVALID_FILE_TYPE',
      message: expect.stringContaining('named like a PDF, but it is a picture'),
    })
    const pdf = await problemOf(await send(Buffer.from('%PDF-1.7 …'), { fileName: 'photo.HEIC' }))
    expect(pdf.message).toContain('named like a picture, but it is a PDF')
    for (const bytes of [Buffer.from('MZ program'), Buffer.from('<svg onload="x()"/>'), Buffer.alloc(0)]) {
      const response = await send(bytes, { fileName: 'photo.jpg' })
      expect((await problemOf(response)).code).toBe('INVALID_FILE_TYPE')
    }
    expect(await filesOf()).toEqual([])
  })

  test('is refused above 10 MB with a sentence that says so', async () => {
    const problem = await problemOf(await send(Buffer.alloc(maxFileBytes + 1, 'x')))
    expect(problem.message).toContain('larger than 10 MB')
  })

  test('is kept once when it is sent ten times at once', async () => {
    const requestId = randomUUID()
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(picture, { requestId })))
    const ids = await Promise.all(
      sent.map(async (response) => (await answerOf(contract.uploadAttachment, response)).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await filesOf()).toHaveLength(1)
  })
})

describe('the files of an invoice', () => {
  test('come with a new one, and its client finds them on the page and nowhere else', async () => {
    const files = [await upload('plan.jpg'), await upload('terms.jpg')]
    const body = {
      ...invoiceInput(),
      requestId: randomUUID(),
      attachments: files.map(({ id }) => id),
    }
    const invoice = await answerOf(createInvoice, await app.send(createInvoice, { body }, { cookie }))
    const other = await makeInvoice(app, cookie)
    const listed = await app.send(listPublicAttachments, { params: { id: invoice.id } })
    expect(await answerOf(listPublicAttachments, listed)).toEqual({ attachments: files })
    const read = (id: string, attachmentId: string) =>
      app.send(getPublicAttachment, { params: { id, attachmentId } })
    const response = await read(invoice.id, files[0]!.id)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="plan.jpg"')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
    expect((await read(other.id, files[0]!.id)).status).toBe(404)
    expect((await read(invoice.id, (await upload()).id)).status).toBe(404)
  })

  test('are attached once: a second invoice with them is refused and not made', async () => {
    const { id } = await upload()
    const create = () =>
      app.send(
        createInvoice,
        { body: { ...invoiceInput(), requestId: randomUUID(), attachments: [id] } },
        { cookie },
      )
    const statuses = (await Promise.all([create(), create()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422])
  })

  test('can be added and removed later, and what is removed is gone from the store', async () => {
    const invoice = await makeInvoice(app, cookie)
    const target = { of: 'invoice', id: invoice.id } as const
    const [one, two] = [await upload('one.jpg'), await upload('two.jpg')]
    expect((await set(target, [one.id, two.id])).status).toBe(200)
    expect(await namesOf('invoice', invoice.id)).toEqual(['one.jpg', 'two.jpg'])
    expect((await set(target, [two.id])).status).toBe(200)
    expect(await namesOf('invoice', invoice.id)).toEqual(['two.jpg'])
    const { rows } = await withTenant(app.database, businessId, ({ client }) =>
      client.query('select from stored_files'),
    )
    expect(rows).toHaveLength(1)
  })

  test('come to at most 50 MB and 20 files', async () => {
    const invoice = await makeInvoice(app, cookie)
    const target = { of: 'invoice', id: invoice.id } as const
    const [one, two] = [await upload(), await upload()]
    await growTo(maxTotalBytes, one.id)
    expect((await set(target, [one.id])).status).toBe(200)
    const problem = await problemOf(await set(target, [one.id, two.id]))
    expect(problem.fields).toEqual({ attachments: 'All files together can have at most 50 MB.' })
    expect(await namesOf('invoice', invoice.id)).toHaveLength(1)
  })
})

test('the mail of an invoice carries its files up to 5 MB and names the others', async () => {
  const [small, large] = [await upload('small.jpg'), await upload('large.jpg')]
  await growTo(maxMailedBytes + 1, large.id)
  const body = {
    ...invoiceInput({ sendOption: 'email_now' }),
    requestId: randomUUID(),
    attachments: [small.id, large.id],
  }
  await answerOf(createInvoice, await app.send(createInvoice, { body }, { cookie }))
  const [mail] = await withTenant(app.database, businessId, ({ db }) =>
    db.select().from(mails).where(eq(mails.kind, 'invoice')),
  )
  expect(mail?.text).toMatch(/Attached files:\s+small\.jpg/)
  expect(mail?.text).toMatch(/Files on the invoice’s page:\s+large\.jpg/)
  const makeAttachments = createInvoiceAttachments(app.deps)
  const attached = await makeAttachments({ businessId, attachment: mail!.attachment! })
  expect(attached.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.pdf$/), 'small.jpg'])
  expect(attached[1]?.content).toEqual(picture)
})

test('an expense and a client have files too', async () => {
  const file = await upload('ticket.jpg')
  const body = { ...expenseInput(), requestId: randomUUID(), attachments: [file.id] }
  const expense = await answerOf(createExpense, await app.send(createExpense, { body }, { cookie }))
  expect(await namesOf('expense', expense.id)).toEqual(['ticket.jpg'])
  const { client } = await makeInvoice(app, cookie)
  expect((await set({ of: 'client', id: client.id! }, [(await upload('contract.jpg')).id])).status).toBe(200)
  expect(await namesOf('client', client.id!)).toEqual(['contract.jpg'])
})

test('the file of an expense is only for members who may see expenses', async () => {
  const file = await upload('ticket.jpg')
  const body = { ...expenseInput(), requestId: randomUUID(), attachments: [file.id] }
  await answerOf(createExpense, await app.send(createExpense, { body }, { cookie }))
  const invoice = await makeInvoice(app, cookie)
  const plan = await upload()
  await set({ of: 'invoice', id: invoice.id }, [plan.id])
  const statusAs = async (role: 'sales' | 'viewer', { id }: { id: string }) =>
    (await app.send(contract.getAttachmentFile, { params: { id } }, await addMember(app, businessId, role)))
      .status
  expect([await statusAs('sales', file), await statusAs('viewer', file)]).toEqual([403, 200])
  expect([await statusAs('sales', plan), await statusAs('viewer', plan)]).toEqual([200, 200])
})

test('no business reads, takes or removes the files of another', async () => {
  const invoice = await makeInvoice(app, cookie)
  const file = await upload()
  await set({ of: 'invoice', id: invoice.id }, [file.id])
  const left = await upload()
  const { cookie: other } = await app.signUpAndIn()
  const theirs = await makeInvoice(app, other)
  const params = { id: file.id }
  expect((await app.send(contract.getAttachmentFile, { params }, { cookie: other })).status).toBe(404)
  expect((await set({ of: 'invoice', id: theirs.id }, [left.id], other)).status).toBe(422)
  expect((await set({ of: 'invoice', id: invoice.id }, [], other)).status).toBe(404)
  expect(await namesOf('invoice', invoice.id)).toEqual(['plan.jpg'])
})

test('files that belong to nothing, because it was never saved or is deleted, go after a day', async () => {
  const invoice = await makeInvoice(app, cookie)
  const [used, kept] = [await upload('used.jpg'), await makeInvoice(app, cookie)]
  await set({ of: 'invoice', id: invoice.id }, [used.id])
  await set({ of: 'invoice', id: kept.id }, [(await upload('kept.jpg')).id])
  await upload('left.jpg')
  await app.send(deleteInvoice, { params: { id: invoice.id } }, { cookie })
  const names = () =>
    withTenant(app.database, businessId, async ({ client }) => {
      const { rows } = await client.query<{ name: string }>('select name from attachments order by name')
      return rows.map(({ name }) => name)
    })
  await removeLeftAttachments(app.deps)
  expect(await names()).toEqual(['kept.jpg', 'left.jpg', 'used.jpg'])
  now = new Date(start.getTime() + 25 * 3600 * 1000)
  await removeLeftAttachments(app.deps)
  expect(await names()).toEqual(['kept.jpg'])
})
