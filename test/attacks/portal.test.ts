import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePortalToken } from '../../src/features/clients/portal/portal-token.ts'
import * as contract from '../../src/features/portal/contract.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { goodBody } from '../support/fixtures/good-bodies.ts'
import { markPaid, setPlan } from '../support/fixtures/invoices.ts'
import { type PortalOwner, signUpForPortal } from '../support/portal/sign-up-for-portal.ts'
import { type TestApp, createTestApp, problemOf, testOrigin } from '../support/test-app.ts'

interface Guest {
  id: string
  email: string
  name: string
  token: string
  cookie: string
}

let app: TestApp
let owner: PortalOwner
let other: PortalOwner
/** Two clients of one business, and one of another business. */
let guest: Guest
let neighbor: Guest
let stranger: Guest
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
  owner = await signUpForPortal(app)
  other = await signUpForPortal(app)
  guest = await letIn(owner, 'Acme')
  neighbor = await letIn(owner, 'Neighborword')
  stranger = await letIn(other, 'Strangerword')
})
afterAll(() => app.close())

/** A client with rows of every kind, on a confirmed device. */
async function letIn(of: PortalOwner, name: string): Promise<Guest> {
  const client = await of.addClient(name)
  const { id: invoiceId } = await of.invoice(client, { notes: `${name} notes` })
  await markPaid(app, of.businessId, invoiceId)
  await of.invoice(client)
  const token = await of.tokenOf(client.id)
  const cookie = await of.confirm(token)
  const messages = { params: { token }, body: { body: `${name} writes`, requestId: randomUUID() } }
  await of.ask(contract.sendPortalMessage, messages, { cookie })
  return { ...client, token, cookie }
}

const withToken = () =>
  app.api.endpoints.filter(({ path, access }) => access === 'public' && path.includes('/portal/{token}'))
const beforeTheCode: ReadonlySet<Endpoint> = new Set([
  contract.openPortal,
  contract.sendPortalCode,
  contract.enterPortalCode,
])
const behindTheCode = () => withToken().filter((endpoint) => !beforeTheCode.has(endpoint))

interface Shot {
  token: string
  cookie?: string | undefined
  paymentId?: string
  headers?: Record<string, string>
}

function shoot(endpoint: Endpoint, { token, cookie, paymentId = randomUUID(), headers = {} }: Shot) {
  const path = endpoint.path.replace('{token}', token).replace('{paymentId}', paymentId)
  const query = endpoint.path.endsWith('/statement') ? '?currency=USD&from=2026-01-01&to=2026-12-31' : ''
  return app.app.request(path + query, {
    method: endpoint.method.toUpperCase(),
    headers: {
      origin: testOrigin,
      'x-forwarded-for': randomUUID(),
      ...(cookie ? { cookie } : {}),
      ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(endpoint.body ? { body: JSON.stringify(goodBody(endpoint)) } : {}),
  })
}

/** The one refusal of a link, whatever is wrong with it. */
async function expectNoLink(response: Response, what: string) {
  const { requestId: _changing, ...problem } = await problemOf(response)
  expect([what, problem]).toEqual([
    what,
    { code: 'NOT_FOUND', title: 'Not found', status: 404, message: 'There is nothing at this address.' },
  ])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.getSetCookie()).toEqual([])
}

const changeAt = (token: string, position: number) => {
  const letter = token[position] === 'A' ? 'B' : 'A'
  return token.slice(0, position) + letter + token.slice(position + 1)
}

test('there are enough routes to attack', () => {
  expect(behindTheCode().length).toBeGreaterThanOrEqual(10)
})

test('a token with any part changed, of unknown or foreign ids, or signed with another key, is nothing, on every route', async () => {
  expect(withToken().length).toBeGreaterThan(10)
  const [ticket = '', signature = ''] = guest.token.split('.')
  const [strangerTicket = '', strangerSignature = ''] = stranger.token.split('.')
  const [neighborTicket = ''] = neighbor.token.split('.')
  const named = { businessId: owner.businessId, clientId: guest.id, generation: 1 }
  const tokens = {
    'another letter in the business': changeAt(guest.token, 3),
    'another letter in the client': changeAt(guest.token, 30),
    'another generation': changeAt(guest.token, 47),
    'another letter in the signature': changeAt(guest.token, 60),
    'no signature': `${ticket}.`,
    'the ticket of a neighbor': `${neighborTicket}.${signature}`,
    'the signature of a stranger': `${ticket}.${strangerSignature}`,
    'the ticket of a stranger': `${strangerTicket}.${signature}`,
    'a key of their own': writePortalToken(Buffer.alloc(32, 1), named),
    'an unknown client': writePortalToken(Buffer.alloc(32), { ...named, clientId: randomUUID() }),
    'an unknown business': writePortalToken(Buffer.alloc(32), { ...named, businessId: randomUUID() }),
    'the id of the client': guest.id,
    text: 'x',
    'a quote': encodeURIComponent(`' or 1=1 --`),
    'a very long one': 'A'.repeat(5000),
  }
  for (const [what, token] of Object.entries(tokens)) {
    for (const endpoint of withToken()) {
      await expectNoLink(await shoot(endpoint, { token, cookie: guest.cookie }), `${what}: ${endpoint.path}`)
    }
  }
})

test('without a confirmed device, with that of another client or with a made-up one, every route asks for a code', async () => {
  const cookies = {
    none: undefined,
    'of a neighbor': neighbor.cookie,
    'of a stranger': stranger.cookie,
    'made up': `millrace.portal=${'A'.repeat(43)}`,
    'a session of another business': other.cookie,
  }
  for (const [whose, cookie] of Object.entries(cookies)) {
    for (const endpoint of behindTheCode()) {
      const response = await shoot(endpoint, { token: guest.token, cookie })
      const { status, code } = await problemOf(response)
      expect([whose, endpoint.path, status, code]).toEqual([whose, endpoint.path, 403, 'PORTAL_CODE_NEEDED'])
    }
  }
})

test('a client sees their own rows, and never a word or an id of another client', async () => {
  const foreign = [neighbor, stranger].flatMap(({ id, email, name }) => [id, email, name])
  const ids = await owner.sql<{ id: string }>(
    `select id::text from invoices where client_id = $1 union all
     select id::text from portal_messages where client_id = $1 union all
     select p.id::text from payments p join invoices i on i.id = p.invoice_id where i.client_id = $1`,
    [neighbor.id],
  )
  expect(ids.length).toBeGreaterThanOrEqual(4)
  for (const endpoint of behindTheCode().filter(({ method, givesFile }) => method === 'get' && !givesFile)) {
    const response = await shoot(endpoint, { token: guest.token, cookie: guest.cookie })
    expect([endpoint.path, response.status]).toEqual([endpoint.path, 200])
    const said = await response.text()
    for (const word of [...foreign, ...ids.map(({ id }) => id)]) expect(said).not.toContain(word)
  }
})

test('the receipt of a payment of another client, of another business or of nothing is not found', async () => {
  const paymentOf = async (of: PortalOwner, clientId: string) => {
    const [row] = await of.sql<{ id: string }>(
      'select p.id from payments p join invoices i on i.id = p.invoice_id where i.client_id = $1',
      [clientId],
    )
    return row?.id ?? ''
  }
  const receiptOf = (paymentId: string) =>
    shoot(contract.getPortalReceipt, { token: guest.token, cookie: guest.cookie, paymentId })
  expect((await receiptOf(await paymentOf(owner, guest.id))).headers.get('content-type')).toBe(
    'application/pdf',
  )
  for (const paymentId of [
    await paymentOf(owner, neighbor.id),
    await paymentOf(other, stranger.id),
    randomUUID(),
    guest.id,
    'x',
  ]) {
    expect((await receiptOf(paymentId)).status).toBe(404)
  }
})

test('a link that was renewed is nothing, and so are the devices that were confirmed with it', async () => {
  const old = await letIn(owner, 'Renewed')
  expect((await owner.renew(old.id)).status).toBe(204)
  for (const endpoint of withToken()) {
    await expectNoLink(await shoot(endpoint, { token: old.token, cookie: old.cookie }), endpoint.path)
  }
  const token = await owner.tokenOf(old.id)
  expect(token).not.toBe(old.token)
  const response = await shoot(contract.getPortal, { token, cookie: old.cookie })
  expect((await problemOf(response)).code).toBe('PORTAL_CODE_NEEDED')
})

test('whoever asks for a new link gets the same answer, and it goes to the known address alone, three times an hour', async () => {
  const old = await letIn(owner, 'Forgetful')
  await owner.renew(old.id)
  const ask = (token: string) =>
    app.send(
      contract.requestPortalLink,
      { body: { token } },
      { headers: { 'x-forwarded-for': randomUUID() } },
    )
  const tokens = [changeAt(old.token, 60), changeAt(old.token, 30), 'x', '', stranger.id]
  for (const token of [...tokens, ...Array.from({ length: 5 }, () => old.token)]) {
    const response = await ask(token)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  }
  const sent = await owner.mails('portal-link')
  expect(sent.map(({ to }) => to)).toEqual([old.email, old.email, old.email])
  expect(sent[0]?.text).toContain(`/portal/${await owner.tokenOf(old.id)}`)
  expect(await other.mails('portal-link')).toEqual([])
})

test('a link of a merged client ends, and a new one goes to the client that it became', async () => {
  const [gone, stays] = [await letIn(owner, 'Gone'), await owner.addClient('Stays')]
  const merge = app.api.endpoints.find(({ path }) => path === '/api/v1/clients/{id}/merge')
  const merged = await app.app.request(`/api/v1/clients/${gone.id}/merge`, {
    method: merge?.method.toUpperCase() ?? '',
    headers: { origin: testOrigin, cookie: owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ into: stays.id }),
  })
  expect(merged.status).toBe(200)
  for (const endpoint of withToken()) {
    await expectNoLink(await shoot(endpoint, { token: gone.token, cookie: gone.cookie }), endpoint.path)
  }
  const before = (await owner.mails('portal-link')).length
  await app.send(contract.requestPortalLink, { body: { token: gone.token } })
  const sent = await owner.mails('portal-link')
  expect(sent.slice(before).map(({ to }) => to)).toEqual([stays.email])
  expect(await owner.sql('select body from portal_messages where client_id = $1', [stays.id])).toEqual([
    { body: 'Gone writes' },
  ])
})

test('twenty guesses from twenty addresses at once are five, and end the code', async () => {
  const client = await owner.addClient('Guessed')
  const token = await owner.tokenOf(client.id)
  const code = await owner.newCode(token)
  const guesses = Array.from({ length: 20 }, (_, n) =>
    String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'),
  )
  const said = await Promise.all(
    guesses.map(async (guess) => (await problemOf(await owner.enter(token, guess))).message),
  )
  const counted = said.filter((message) => /You have \d tr(y|ies) left|the last try/.test(message))
  expect(counted).toHaveLength(5)
  expect(said.filter((message) => message.includes('no longer valid'))).toHaveLength(15)
  expect((await owner.enter(token, code)).status).toBe(403)
  expect(await owner.sql('select 1 from portal_devices where client_id = $1', [client.id])).toEqual([])
})

test('the right code entered twenty times at once confirms one browser', async () => {
  const client = await owner.addClient('Hurried')
  const token = await owner.tokenOf(client.id)
  const code = await owner.newCode(token)
  const answers = await Promise.all(Array.from({ length: 20 }, () => owner.enter(token, code)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(await owner.sql('select 1 from portal_devices where client_id = $1', [client.id])).toHaveLength(1)
})

test('the code of one client does not open the portal of another', async () => {
  const [one, two] = [await owner.addClient('One'), await owner.addClient('Two')]
  const [tokenOne, tokenTwo] = [await owner.tokenOf(one.id), await owner.tokenOf(two.id)]
  const codeOne = await owner.newCode(tokenOne)
  let codeTwo = await owner.newCode(tokenTwo)
  while (codeTwo === codeOne) codeTwo = await owner.newCode(tokenTwo)
  expect((await owner.enter(tokenTwo, codeOne)).status).toBe(403)
  expect((await owner.enter(tokenTwo, codeTwo)).status).toBe(204)
})

test('one network address gets so many codes, tries and links, whichever client they are for', async () => {
  const ip = '192.0.2.44'
  const useUp = (key: string, count: number) =>
    app.database.platform.query(
      `insert into platform.rate_limits (key, count, window_ends_at) values ($1, $2, now() + interval '5 minutes')
       on conflict (key) do update set count = excluded.count`,
      [`${key}:ip:${ip}`, count],
    )
  const { token } = guest
  await Promise.all([useUp('portal-code', 30), useUp('portal-try', 60), useUp('portal-link', 30)])
  const headers = { 'x-forwarded-for': ip }
  expect((await shoot(contract.sendPortalCode, { token, headers })).status).toBe(429)
  expect((await shoot(contract.enterPortalCode, { token, headers })).status).toBe(429)
  expect((await app.send(contract.requestPortalLink, { body: { token } }, { headers })).status).toBe(429)
  await useUp('portal', 900)
  expect((await shoot(contract.openPortal, { token, headers })).status).toBe(429)
})

test('no answer may be stored by a cache, found by a search engine or named to another site', async () => {
  for (const endpoint of withToken()) {
    const response = await shoot(endpoint, { token: guest.token, cookie: guest.cookie })
    const headers = Object.fromEntries(response.headers)
    expect([endpoint.path, headers]).toEqual([
      endpoint.path,
      expect.objectContaining({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      }),
    ])
  }
})

test('no line of the log contains a token, whatever it was asked for', async () => {
  app.log.length = 0
  const old = await letIn(owner, 'Logged')
  await owner.renew(old.id)
  for (const endpoint of withToken()) {
    await shoot(endpoint, { token: guest.token, cookie: guest.cookie })
    await shoot(endpoint, { token: old.token, cookie: old.cookie })
  }
  await app.send(contract.requestPortalLink, { body: { token: old.token } })
  await app.app.request(`/portal/${guest.token}`)
  const log = app.log.join('\n')
  expect(log).toContain('/api/v1/portal/')
  for (const token of [guest.token, old.token]) {
    const [ticket = '', signature = ''] = token.split('.')
    expect(log).not.toContain(signature)
    expect(log).not.toContain(ticket.slice(8))
  }
  for (const { cookie } of [guest, old]) expect(log).not.toContain(cookie.split('=')[1])
})

test('the owner of the business looks at it without a code, and changes nothing', async () => {
  const { token } = neighbor
  for (const endpoint of behindTheCode().filter(({ method, givesFile }) => method === 'get' && !givesFile)) {
    expect((await shoot(endpoint, { token, cookie: owner.cookie })).status).toBe(200)
  }
  const rows = () =>
    owner.sql(
      `select (select count(*) from portal_messages) as messages, (select count(*) from client_proposals) as proposals,
         (select count(*) from client_events) as events, (select opened_at from client_portals where client_id = $1)`,
      [neighbor.id],
    )
  const before = await rows()
  for (const endpoint of [contract.sendPortalMessage, contract.proposePortalDetails]) {
    const problem = await problemOf(await shoot(endpoint, { token, cookie: owner.cookie }))
    expect(problem).toMatchObject({ status: 403, code: 'PREVIEW_ONLY' })
  }
  expect((await shoot(contract.notePortalOpened, { token, cookie: owner.cookie })).status).toBe(204)
  expect(await rows()).toEqual(before)
})

test('a business that leaves the plan shows nothing of the client, and emails no link', async () => {
  const late = await signUpForPortal(app)
  const client = await letIn(late, 'Late')
  await setPlan(app, late.businessId, 'free')
  for (const endpoint of withToken()) {
    await expectNoLink(await shoot(endpoint, { token: client.token, cookie: client.cookie }), endpoint.path)
  }
  await app.send(contract.requestPortalLink, { body: { token: client.token } })
  expect(await late.mails('portal-link')).toEqual([])
})

test('on https the cookie of a device belongs to the host alone', async () => {
  const secure = await createTestApp({ appUrl: 'https://books.example.com' })
  try {
    const business = await signUpForPortal(secure)
    const token = await business.tokenOf((await business.addClient('Secure')).id)
    const entered = await business.enter(token, await business.newCode(token))
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-millrace\.portal=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  } finally {
    await secure.close()
  }
})
