import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { estimateInput, signUpToEstimate } from '../../../test/support/fixtures/estimates.ts'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { createEstimate, deleteEstimate, getEstimate } from '../estimates/contract.ts'
import { getPublicEstimateFile, listPublicEstimateFiles } from '../estimates/public/contract.ts'
import { getPublicAttachment } from '../invoices/public/contract.ts'
import * as contract from './contract.ts'
import { removeLeftAttachments } from './set-attachments.ts'

const start = new Date('2026-11-15T12:00:00Z')
let now = start
let app: TestApp
let picture: Buffer
let owner: Awaited<ReturnType<typeof signUpToEstimate>>
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  picture = await makePicture('jpeg')
})
afterAll(() => app.close())
beforeEach(async () => {
  now = start
  owner = await signUpToEstimate(app)
  ;({ cookie } = owner)
})

async function upload(fileName = 'plan.jpg') {
  now = new Date(now.getTime() + 1)
  const file = new Blob([new Uint8Array(picture)])
  const query = { requestId: randomUUID(), fileName }
  return answerOf(
    contract.uploadAttachment,
    await app.send(contract.uploadAttachment, { file, query }, { cookie }),
  )
}
const make = async (ids: string[], sendOption: 'email_now' | 'email_later' = 'email_later') => {
  const body = { ...estimateInput({ sendOption }), requestId: randomUUID(), attachments: ids }
  return answerOf(createEstimate, await app.send(createEstimate, { body }, { cookie }))
}
const set = (kind: 'estimate' | 'invoice', id: string, ids: string[]) =>
  app.send(contract.setAttachments[kind], { params: { id }, body: { attachments: ids } }, { cookie })
const filesOf = async (kind: 'estimate' | 'invoice', id: string) => {
  const response = await app.send(contract.listAttachments[kind], { params: { id } }, { cookie })
  return (await answerOf(contract.listAttachments[kind], response)).attachments
}
const namesOf = async (kind: 'estimate' | 'invoice', id: string) =>
  (await filesOf(kind, id)).map(({ name }) => name)
const countStored = async () => {
  const { rowCount } = await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query('select from stored_files'),
  )
  return rowCount
}

describe('the files of an estimate', () => {
  test('come with a new one, in its email, and its client finds them on its page and nowhere else', async () => {
    const file = await upload()
    const estimate = await make([file.id], 'email_now')
    const other = await make([])
    const listed = await app.send(listPublicEstimateFiles, { params: { id: estimate.id } })
    expect(await answerOf(listPublicEstimateFiles, listed)).toEqual({ attachments: [file] })
    const read = (id: string) => app.send(getPublicEstimateFile, { params: { id, attachmentId: file.id } })
    const response = await read(estimate.id)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="plan.jpg"')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
    expect((await read(other.id)).status).toBe(404)
    const [mail] = await withTenant(app.database, owner.businessId, ({ db }) =>
      db.select().from(mails).where(eq(mails.kind, 'estimate')),
    )
    expect(mail?.text).toMatch(/Attached files:\s+plan\.jpg/)
    expect(JSON.stringify(mail?.attachment)).toContain('plan.jpg')
  })

  test('are a part of the offer: a change makes another version, and none follows an answer', async () => {
    const estimate = await make([(await upload()).id])
    expect((await set('estimate', estimate.id, [])).status).toBe(200)
    const read = await app.send(getEstimate, { params: { id: estimate.id } }, { cookie })
    const { version } = await answerOf(getEstimate, read)
    expect(version).toBe(estimate.version + 1)
    const late = await owner.refusalOf(await owner.sendAnswer(estimate, { version: estimate.version }))
    expect(late.status).toBe(409)
    expect((await owner.sendAnswer(estimate, { version })).status).toBe(200)
    const added = await upload()
    expect(await problemOf(await set('estimate', estimate.id, [added.id]))).toMatchObject({
      code: 'ESTIMATE_DECIDED',
      message: 'This estimate was answered, so its files can’t be changed.',
    })
    expect(await namesOf('estimate', estimate.id)).toEqual([])
  })

  test('go with each invoice made from it, which has them on its own page', async () => {
    const estimate = await make([(await upload('plan.jpg')).id, (await upload('terms.jpg')).id])
    const invoice = await owner.invoice(estimate)
    const [plan] = await filesOf('invoice', invoice.id)
    expect(await namesOf('invoice', invoice.id)).toEqual(['plan.jpg', 'terms.jpg'])
    expect(await countStored()).toBe(2)
    const read = await app.send(getPublicAttachment, { params: { id: invoice.id, attachmentId: plan!.id } })
    expect(Buffer.from(await read.arrayBuffer())).toEqual(picture)
    // The file stays in the store until both have let go of it.
    expect((await set('invoice', invoice.id, [])).status).toBe(200)
    expect(await countStored()).toBe(2)
    expect(await namesOf('estimate', estimate.id)).toEqual(['plan.jpg', 'terms.jpg'])
  })

  test('are removed from the store once, when two that share them let go at once', async () => {
    const estimate = await make([(await upload()).id])
    const [one, two] = [
      await owner.invoice(estimate, { part: { kind: 'percentage', percentage: 30_000 } }),
      await owner.invoice(estimate),
    ]
    await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query('delete from attachments where estimate_id = $1', [estimate.id]),
    )
    const removed = await Promise.all([set('invoice', one.id, []), set('invoice', two.id, [])])
    expect(removed.map(({ status }) => status)).toEqual([200, 200])
    expect(await countStored()).toBe(0)
  })

  test('go a day after the estimate is deleted', async () => {
    const estimate = await make([(await upload()).id])
    await removeLeftAttachments(app.deps)
    expect(await namesOf('estimate', estimate.id)).toEqual(['plan.jpg'])
    expect((await app.send(deleteEstimate, { params: { id: estimate.id } }, { cookie })).status).toBe(204)
    now = new Date(start.getTime() + 25 * 3600 * 1000)
    await removeLeftAttachments(app.deps)
    expect(await countStored()).toBe(0)
  })
})
