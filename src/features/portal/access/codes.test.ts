import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PortalOwner, signUpForPortal } from '../../../../test/support/portal/sign-up-for-portal.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import * as contract from '../contract.ts'
import { endPortalDevices } from '../owner/contract.ts'

let app: TestApp
let clock = new Date('2026-11-18T12:00:00Z')
let owner: PortalOwner
let client: { id: string; email: string; name: string }
let token: string
beforeAll(async () => {
  app = await createTestApp({ now: () => clock, maxConnections: 30 })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = new Date('2026-11-18T12:00:00Z')
  owner = await signUpForPortal(app)
  client = await owner.addClient('Acme')
  token = await owner.tokenOf(client.id)
})

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const isOpen = async (cookie?: string) =>
  (await owner.ask(contract.getPortal, { params: { token } }, { cookie })).status === 200
const messageOf = async (response: Response) => (await problemOf(response)).message

test('a new device is asked for a code, which goes to the known address and is forgotten once delivered', async () => {
  const door = await owner.ask(contract.openPortal, { params: { token } })
  expect(await door.json()).toEqual({
    business: { name: 'Test Business', logo: null },
    maskedEmail: `${client.email[0]}•••@client.example`,
    isOpen: false,
  })
  const refused = await owner.ask(contract.getPortal, { params: { token } })
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'PORTAL_CODE_NEEDED' })
  const code = await owner.newCode(token)
  expect(code).toMatch(/^\d{6}$/)
  expect(await owner.mails('portal-code')).toMatchObject([{ to: client.email, hasSecret: true }])
  const entered = await owner.enter(token, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(entered.status).toBe(204)
  const [cookie = ''] = entered.headers.getSetCookie()
  expect(cookie).toMatch(/^millrace\.portal=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await isOpen(cookie.split(';')[0])).toBe(true)
  // Neither the code nor the token of the device is stored as it is.
  const rows = await owner.sql<{ text: string }>(
    'select row(p, d)::text as text from client_portals p, portal_devices d',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(code)
  expect(rows[0]?.text).not.toContain(cookie.split(/[=;]/)[1])
})

describe('a code', () => {
  test('works once', async () => {
    const code = await owner.newCode(token)
    expect((await owner.enter(token, code)).status).toBe(204)
    const again = await owner.enter(token, code)
    expect(await messageOf(again)).toBe('This code is no longer valid. Please ask for a new one.')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('ends after ten minutes', async () => {
    const code = await owner.newCode(token)
    clock = new Date(clock.getTime() + 10 * 60_000)
    expect(await messageOf(await owner.enter(token, code))).toContain('no longer valid')
    expect(await isOpen()).toBe(false)
  })

  test('ends when a new one is sent', async () => {
    const first = await owner.newCode(token)
    const second = await owner.newCode(token)
    if (first !== second) expect((await owner.enter(token, first)).status).toBe(403)
    expect((await owner.enter(token, second)).status).toBe(204)
  })

  test('ends after five wrong tries, also for the right one', async () => {
    const code = await owner.newCode(token)
    const said: string[] = []
    for (let n = 0; n < 5; n++) said.push(await messageOf(await owner.enter(token, wrong(code))))
    expect(said).toEqual([
      'This isn’t the code we’ve sent. You have 4 tries left.',
      'This isn’t the code we’ve sent. You have 3 tries left.',
      'This isn’t the code we’ve sent. You have 2 tries left.',
      'This isn’t the code we’ve sent. You have 1 try left.',
      'That was the last try for this code. Please ask for a new one.',
    ])
    expect(await messageOf(await owner.enter(token, code))).toContain('no longer valid')
  })

  test('is sent five times an hour', async () => {
    for (let n = 0; n < 5; n++) await owner.newCode(token)
    const refused = await owner.ask(contract.sendPortalCode, { params: { token } })
    expect(await problemOf(refused)).toMatchObject({
      status: 429,
      message: expect.stringMatching(
        /^You’ve asked for several codes already\. Please try again in \d+ minutes\.$/,
      ),
    })
    expect(await owner.mails('portal-code')).toHaveLength(5)
  })

  test('has six digits, or the field says so', async () => {
    for (const typed of ['', '12345', '1234567', 'abcdef']) {
      const problem = await problemOf(await owner.enter(token, typed))
      expect(problem).toMatchObject({
        status: 422,
        fields: { code: 'Please enter the 6 digits of the code.' },
      })
    }
  })
})

test('a device stays confirmed for 180 days', async () => {
  const cookie = await owner.confirm(token)
  clock = new Date('2027-05-17T11:59:59Z')
  expect(await isOpen(cookie)).toBe(true)
  clock = new Date('2027-05-17T12:00:00Z')
  expect(await isOpen(cookie)).toBe(false)
})

test('one browser opens the portals of several clients, each after a code of its own', async () => {
  const other = await owner.addClient('Berg')
  const otherToken = await owner.tokenOf(other.id)
  const first = await owner.confirm(token)
  expect(
    (await owner.ask(contract.getPortal, { params: { token: otherToken } }, { cookie: first })).status,
  ).toBe(403)
  const code = await owner.newCode(otherToken)
  const entered = await owner.enter(otherToken, code, { cookie: first })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0]
  for (const one of [token, otherToken]) {
    expect((await owner.ask(contract.getPortal, { params: { token: one } }, { cookie })).status).toBe(200)
  }
})

test('a token that was planted in a browser gains nothing when a code is entered there', async () => {
  const planted = `millrace.portal=${'A'.repeat(43)}`
  const code = await owner.newCode(token)
  const entered = await owner.enter(token, code, { cookie: planted })
  expect(entered.status).toBe(204)
  expect(await isOpen(planted)).toBe(false)
})

test('the owner ends the devices, and the link stays', async () => {
  const cookie = await owner.confirm(token)
  const ended = await app.send(endPortalDevices, { params: { id: client.id } }, { cookie: owner.cookie })
  expect(ended.status).toBe(204)
  expect(await owner.tokenOf(client.id)).toBe(token)
  const refused = await owner.ask(contract.getPortal, { params: { token } }, { cookie })
  expect((await problemOf(refused)).code).toBe('PORTAL_CODE_NEEDED')
  expect(await isOpen(await owner.confirm(token))).toBe(true)
})
