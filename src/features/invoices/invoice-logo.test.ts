import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { uploadLogo } from '../business/contract.ts'
import { deleteInvoice, duplicateInvoice, updateInvoice } from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

async function upload() {
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  return (await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))).id
}
async function logos(): Promise<string[]> {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ id: string }>('select id from files order by created_at'),
  )
  return rows.map(({ id }) => id)
}
const remove = async (id: string) =>
  expect((await app.send(deleteInvoice, { params: { id } }, { cookie })).status).toBe(204)
const change = async (id: string, logoId: string | null) => {
  const body = { ...invoiceInput({ logoId }), version: 1 }
  expect((await app.send(updateInvoice, { params: { id }, body }, { cookie })).status).toBe(200)
}

describe('an old logo', () => {
  test('goes with the last invoice that shows it', async () => {
    const old = await upload()
    const [one, two] = [
      await makeInvoice(app, cookie, { logoId: old }),
      await makeInvoice(app, cookie, { logoId: old }),
    ]
    const current = await upload()
    await remove(one.id)
    expect(await logos()).toEqual([old, current])
    await remove(two.id)
    expect(await logos()).toEqual([current])
  })

  test('goes when the last invoice that shows it gets another one, or none', async () => {
    const old = await upload()
    const { id } = await makeInvoice(app, cookie, { logoId: old })
    const newer = await upload()
    await change(id, newer)
    expect(await logos()).toEqual([newer])
    const other = await makeInvoice(app, cookie, { logoId: newer })
    const current = await upload()
    await remove(id)
    expect(await logos()).toEqual([newer, current])
    await change(other.id, null)
    expect(await logos()).toEqual([current])
  })

  test('stays while a mail that shows it has not left', async () => {
    const old = await upload()
    const { id } = await makeInvoice(app, cookie, { logoId: old, sendOption: 'email_now' })
    const current = await upload()
    await change(id, null)
    expect(await logos()).toEqual([old, current])
    await app.database.platform.query(`update mails set state = 'sent' where invoice_id = $1`, [id])
    const newest = await upload()
    expect(await logos()).toEqual([newest])
  })

  test('the business’s own logo stays, also when no invoice shows it', async () => {
    const current = await upload()
    const { id } = await makeInvoice(app, cookie, { logoId: current })
    await change(id, null)
    const other = await makeInvoice(app, cookie, { logoId: current })
    await remove(other.id)
    expect(await logos()).toEqual([current])
  })
})

test('copying an invoice while it is being deleted with its logo finds nothing to copy', async () => {
  const old = await upload()
  const { id } = await makeInvoice(app, cookie, { logoId: old })
  await upload()
  const { underWay } = await withTenant(app.database, businessId, async ({ client }) => {
    await client.query('delete from invoices where id = $1', [id])
    await client.query('delete from files where id = $1', [old])
    const copying = app.send(duplicateInvoice, { params: { id } }, { cookie })
    await waitForLock(app.url)
    return { underWay: copying }
  })
  expect((await underWay).status).toBe(404)
})
