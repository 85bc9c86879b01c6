import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import { getBusiness, getFile, uploadLogo, defaultStyle } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function upload(cookie: string) {
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  return answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
}

describe('the business', () => {
  test('has its owner’s name and address until it has its own', async () => {
    const { cookie, session } = await app.signUpAndIn({ name: 'Ada Owner', businessName: 'Mill Works' })
    const read = async () => answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))
    expect(await read()).toEqual({
      id: session.business.id,
      name: 'Mill Works',
      timeZone: 'Europe/Zurich',
      email: session.user.email,
      contactName: 'Ada Owner',
      phone: '',
      address: '',
      country: '',
      taxId: '',
      logo: null,
      plan: 'free',
      currency: 'USD',
      locale: 'en-US',
      documentStyle: defaultStyle,
      lateFeeTerms: null,
      createdAt: expect.any(String),
    })
    await withTenant(app.database, session.business.id, ({ client }) =>
      client.query(
        `update businesses set email = 'bills@example.com', phone = '044', address = 'Lane 1', contact_name = 'Bea'`,
      ),
    )
    expect(await read()).toMatchObject({
      email: 'bills@example.com',
      contactName: 'Bea',
      phone: '044',
      address: 'Lane 1',
    })
  })

  test('cannot raise its own plan nor confirm its owner’s address', async () => {
    const { session } = await app.signUpAndIn()
    for (const change of [`plan = 'enterprise'`, 'owner_verified = true']) {
      await expect(
        withTenant(app.database, session.business.id, ({ client }) =>
          client.query(`update businesses set ${change}`),
        ),
      ).rejects.toThrow(/permission denied/)
    }
  })
})

describe('a file', () => {
  test('is served to anyone who has its address, and can do no harm', async () => {
    const { id } = await upload((await app.signUpAndIn()).cookie)
    const answer = await app.send(getFile, { params: { id } })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600',
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test.each([randomUUID(), 'not-an-id', '1', "'; drop table files; --"])('%s is not there', async (id) => {
    const answer = await app.app.request(`/api/v1/files/${encodeURIComponent(id)}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('shows to the role that follows links whose it is, and nothing more', async () => {
    const { id } = await upload((await app.signUpAndIn()).cookie)
    await expect(
      withPlatform(app.database, ({ client }) => client.query('select bytes from files where id = $1', [id])),
    ).rejects.toThrow(/permission denied/)
  })

  test('is not seen from inside another business', async () => {
    const { id } = await upload((await app.signUpAndIn()).cookie)
    const other = await app.signUpAndIn()
    const { rows } = await withTenant(app.database, other.session.business.id, ({ client }) =>
      client.query('select from files where id = $1', [id]),
    )
    expect(rows).toEqual([])
    await expect(
      withTenant(app.database, other.session.business.id, ({ client }) =>
        client.query('update businesses set logo_id = $1', [id]),
      ),
    ).rejects.toThrow(/foreign key/)
  })
})
