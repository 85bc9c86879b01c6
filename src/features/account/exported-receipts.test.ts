import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBusiness } from '../../../test/support/filled/fill-business.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { exportData } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the files of receipts are in the export as they came, and an original that is gone is named', async () => {
  const { businessId, cookie } = await fillBusiness(app, 'Zebrafish')
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ id: string; original_id: string; thumbnail_id: string; page: string }>(
      `select id, original_id, thumbnail_id, pages->0->>'id' as page from receipts`,
    ),
  )
  const [receipt] = rows
  const name = `receipts/${receipt?.id}-Zebrafish lunch.pdf`
  const pictures = {
    [`receipts/pictures/${receipt?.page}.jpg`]: '\xff\xd8\xffZebrafish page',
    [`receipts/pictures/${receipt?.thumbnail_id}.jpg`]: '\xff\xd8\xffZebrafish thumbnail',
  }
  const files = async () => {
    const response = await app.send(exportData, {}, { cookie })
    const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
    const ofReceipts = entries.filter(([path]) => path.startsWith('receipts/'))
    return Object.fromEntries(
      ofReceipts.map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]),
    )
  }
  expect(await files()).toEqual({ [name]: '%PDF-Zebrafish original', ...pictures })
  await app.deps.files.remove({ businessId, id: receipt?.original_id ?? '' })
  expect(await files()).toEqual({ 'receipts/not-included.txt': `${name}\n`, ...pictures })
})
