import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { listAll } from '../../../test/support/file-store-checks.ts'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { addStoredFile, startFileJobs } from '../../platform/files/stored-files.ts'
import * as contract from './contract.ts'

let app: TestApp
let picture: Buffer
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
  await startFileJobs(app.deps)
  picture = await makePicture('png')
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, 'pro')
})

async function upload(fileName = '') {
  const file = new Blob([new Uint8Array(picture)])
  const query = { requestId: randomUUID(), fileName }
  const response = await app.send(contract.uploadReceipt, { file, query }, { cookie })
  return (await answerOf(contract.uploadReceipt, response)).id
}

/** As the reader leaves it: two pages and a thumbnail. */
async function addPictures(id: string) {
  const [first, second, small] = ['first page', 'second page', 'thumbnail'].map((text) => ({
    id: randomUUID(),
    bytes: Buffer.from(text),
  }))
  for (const file of [first!, second!, small!]) {
    const { bytes } = file
    await app.deps.files.put({ businessId, id: file.id }, bytes)
    await withTenant(app.database, businessId, (tx) =>
      addStoredFile(tx, { businessId, id: file.id, contentType: 'image/jpeg', bytes }),
    )
  }
  const pages = [first, second].map((page) => ({ id: page!.id, width: 10, height: 20 }))
  await withTenant(app.database, businessId, ({ client }) =>
    client.query('update receipts set pages = $2, thumbnail_id = $3 where id = $1', [
      id,
      JSON.stringify(pages),
      small!.id,
    ]),
  )
}

const getPage = (id: string, page: string, as = cookie) =>
  app.send(contract.getReceiptPage, { params: { id, page } }, { cookie: as })
const getThumbnail = (id: string, as = cookie) =>
  app.send(contract.getReceiptThumbnail, { params: { id } }, { cookie: as })
const getOriginal = (id: string, as = cookie) =>
  app.send(contract.getReceiptOriginal, { params: { id } }, { cookie: as })
const filesOf = async () => (await listAll(app.deps.files)).filter((file) => file.businessId === businessId)

test('pages and thumbnail come once they are there, and the browser keeps them for this session alone', async () => {
  const id = await upload()
  expect((await getThumbnail(id)).status).toBe(404)
  expect((await getPage(id, '1')).status).toBe(404)
  await addPictures(id)
  for (const [response, text] of [
    [await getPage(id, '1'), 'first page'],
    [await getPage(id, '2'), 'second page'],
    [await getThumbnail(id), 'thumbnail'],
  ] as const) {
    expect(await response.text()).toBe(text)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(response.headers.get('vary')?.toLowerCase()).toContain('cookie')
  }
  for (const page of ['3', '0', '10', 'x']) expect((await getPage(id, page)).status).toBe(404)
})

test('the original is saved as it came, under its name, and never shown', async () => {
  const response = await getOriginal(await upload('Essen “März” 100%.png'))
  expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Essen _M_rz_ 100_.png"; filename*=UTF-8''Essen%20%E2%80%9CM%C3%A4rz%E2%80%9D%20100_.png`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const unnamed = await getOriginal(await upload())
  expect(unnamed.headers.get('content-disposition')).toContain('filename="receipt.png"')
})

test('nobody else gets a file, and whoever has no Pro any more still does', async () => {
  const id = await upload()
  await addPictures(id)
  const { cookie: other } = await app.signUpAndIn()
  for (const get of [getOriginal, getThumbnail, (one: string, as?: string) => getPage(one, '1', as)]) {
    expect((await get(id, other)).status).toBe(404)
  }
  await setPlan(app, businessId, 'free')
  for (const get of [getOriginal, getThumbnail]) expect((await get(id)).status).toBe(200)
})

test('deleted receipts are gone with all of their files, on every plan; those of others stay', async () => {
  const [first, second, kept] = [await upload(), await upload(), await upload()]
  await addPictures(first)
  await setPlan(app, businessId, 'free')
  expect(await filesOf()).toHaveLength(6)
  const remove = (ids: string[], as = cookie) =>
    app.send(contract.deleteReceipts, { body: { ids } }, { cookie: as })
  const { cookie: other } = await app.signUpAndIn()
  expect(await (await remove([first, kept], other)).json()).toEqual({ deleted: 0 })
  expect(await (await remove([first, second, randomUUID()])).json()).toEqual({ deleted: 2 })
  await eventually(async () => expect(await filesOf()).toHaveLength(1))
  expect((await getOriginal(first)).status).toBe(404)
  expect((await getOriginal(kept)).status).toBe(200)
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query('select from stored_files'),
  )
  expect(rows).toHaveLength(1)
  expect(await (await remove([first])).json()).toEqual({ deleted: 0 })
})
