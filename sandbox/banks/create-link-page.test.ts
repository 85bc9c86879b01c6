import { type LinkTokenCreateRequest, CountryCode, Products } from 'plaid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { demoInstitutions } from '../../src/shared/demo-institutions.ts'
import { type TestBank, createTestBank, refusalOf } from '../../test/support/providers/bank-sandbox.ts'

const minute = 60_000
const returnUrl = 'http://localhost:3000/bank-connections?link=1'
let bank: TestBank
beforeAll(async () => {
  bank = await createTestBank()
})
afterAll(() => bank.close())

const common = {
  client_name: 'Millrace',
  language: 'en',
  country_codes: [CountryCode.Us],
  user: { client_user_id: 'owner-1' },
  hosted_link: { completion_redirect_uri: returnUrl },
}

async function newLink(request: Partial<LinkTokenCreateRequest> = { products: [Products.Transactions] }) {
  const { data } = await bank.plaid.linkTokenCreate({ ...common, ...request })
  return { token: data.link_token, url: data.hosted_link_url ?? '', expiration: data.expiration }
}

async function sessionsOf(token: string) {
  return (await bank.plaid.linkTokenGet({ link_token: token })).data.link_sessions ?? []
}

async function newItem(): Promise<string> {
  const { token, url } = await newLink()
  await bank.press(url, 'citi')
  const [session] = await sessionsOf(token)
  const publicToken = session?.results?.item_add_results[0]?.public_token ?? ''
  const { data } = await bank.plaid.itemPublicTokenExchange({ public_token: publicToken })
  return data.access_token
}

async function open(url: string) {
  const path = new URL(url).pathname.replace('/sandbox/bank', '')
  const response = await bank.pages.request(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const buttonsOf = (text: string) =>
  [...text.matchAll(/<button[^>]*>\s*([^<]+?)\s*<\/button>/g)].map((match) => match[1])

describe('a new item', () => {
  test('the page offers the banks, says that none is real, and loads nothing from elsewhere', async () => {
    const { token, url } = await newLink()
    expect(url).toBe(`http://localhost:3000/sandbox/bank/${token}`)
    const { status, headers, text } = await open(url)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(text).toContain('<title>Choose a bank to connect · Demo bank</title>')
    expect(text).toContain('This isn’t a real bank')
    expect(text).not.toContain('<script')
    expect(buttonsOf(text)).toEqual([...Object.values(demoInstitutions), 'Cancel'])
    expect(await sessionsOf(token)).toEqual([])
  })

  test('a choice leads back, and gives a token that opens the chosen bank', async () => {
    const { token, url } = await newLink()
    expect(await bank.press(url, 'capital_one')).toBe(returnUrl)
    const [session] = await sessionsOf(token)
    const publicToken = session?.results?.item_add_results[0]?.public_token ?? ''
    expect(publicToken).toMatch(/^public-sandbox-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const exchanged = await bank.plaid.itemPublicTokenExchange({ public_token: publicToken })
    const { data } = await bank.plaid.itemGet({ access_token: exchanged.data.access_token })
    expect(data.item.institution_name).toBe('Capital One')
  })

  test('cancelling leads back too, with nothing to exchange', async () => {
    const { token, url } = await newLink()
    expect(await bank.press(url, 'cancel')).toBe(returnUrl)
    const [session] = await sessionsOf(token)
    expect(session?.exit).toMatchObject({ error: null })
    expect([session?.results, session?.on_success]).toEqual([null, null])
  })

  test('the first press counts, and a second one gets where that got', async () => {
    const { token, url } = await newLink()
    const both = await Promise.all([bank.press(url, 'chase'), bank.press(url, 'chase')])
    expect(both).toEqual([returnUrl, returnUrl])
    expect(await bank.press(url, 'cancel')).toBe(returnUrl)
    expect((await sessionsOf(token))[0]?.results?.item_add_results).toHaveLength(1)
    const { status, text } = await open(url)
    expect([status, text.includes('Already done')]).toEqual([200, true])
    expect(text).toContain(`href="${returnUrl}"`)
  })

  test('a button that is not there does nothing', async () => {
    const { token, url } = await newLink()
    for (const answer of ['', 'sign-in', 'toString', 'ins_1']) {
      expect(await bank.press(url, answer)).toBe(new URL(url).pathname)
    }
    expect(await sessionsOf(token)).toEqual([])
  })
})

describe('signing in again', () => {
  async function lockedItem() {
    const access_token = await newItem()
    await bank.plaid.sandboxItemResetLogin({ access_token })
    return access_token
  }

  test('the page names the bank, and the item answers again afterwards', async () => {
    const access_token = await lockedItem()
    const { token, url } = await newLink({ access_token })
    const { text } = await open(url)
    expect(text).toContain('Sign in to Citi again')
    expect(buttonsOf(text)).toEqual(['Sign in again', 'Cancel'])
    expect(await bank.press(url, 'chase')).toBe(new URL(url).pathname)
    expect(await bank.press(url, 'sign-in')).toBe(returnUrl)
    const [session] = await sessionsOf(token)
    expect(session?.results?.item_add_results).toEqual([])
    expect(session?.events?.map(({ event_name }) => event_name)).toEqual(['OPEN', 'HANDOFF'])
    const { data } = await bank.plaid.transactionsSync({ access_token })
    expect(data.added).toHaveLength(40)
    expect((await bank.plaid.itemGet({ access_token })).data.item.error).toBeNull()
  })

  test('cancelling leaves it as it was', async () => {
    const access_token = await lockedItem()
    const { token, url } = await newLink({ access_token })
    expect(await bank.press(url, 'cancel')).toBe(returnUrl)
    expect((await sessionsOf(token))[0]?.exit).not.toBeNull()
    const asking = bank.plaid.accountsGet({ access_token })
    expect((await refusalOf(asking))[2]).toBe('ITEM_LOGIN_REQUIRED')
  })

  test('of an item that is gone is not there', async () => {
    const access_token = await lockedItem()
    const { url } = await newLink({ access_token })
    await bank.plaid.itemRemove({ access_token })
    expect((await open(url)).status).toBe(404)
    expect(await bank.press(url, 'sign-in')).toBeNull()
    expect((await refusalOf(newLink({ access_token })))[2]).toBe('INVALID_ACCESS_TOKEN')
  })
})

test('too late is too late, and forgotten some hours after', async () => {
  const { token, url, expiration } = await newLink()
  expect(Date.parse(expiration) - bank.now().getTime()).toBe(30 * minute)
  bank.letPass(30 * minute)
  const { status, text } = await open(url)
  expect([status, text.includes('Go back and start again.')]).toEqual([410, true])
  expect(text).toContain(`href="${returnUrl}"`)
  expect(await bank.press(url, 'chase')).toBeNull()
  expect(await sessionsOf(token)).toEqual([])
  bank.letPass(6 * 60 * minute)
  expect((await open(url)).status).toBe(404)
  expect(await refusalOf(sessionsOf(token))).toEqual([400, 'INVALID_INPUT', 'INVALID_LINK_TOKEN'])
})

test.each([
  [
    'another site',
    { hosted_link: { completion_redirect_uri: 'https://elsewhere.example/' } },
    'INVALID_FIELD',
  ],
  ['another port', { hosted_link: { completion_redirect_uri: 'http://localhost:3001/' } }, 'INVALID_FIELD'],
  ['a script', { hosted_link: { completion_redirect_uri: 'javascript:alert(1)' } }, 'INVALID_FIELD'],
  ['nothing to read', { products: [] }, 'MISSING_FIELDS'],
  ['an access of nobody', { access_token: 'access-sandbox-x' }, 'INVALID_ACCESS_TOKEN'],
  ['a name that nothing can hold', { client_name: 'a\0' }, 'INVALID_FIELD'],
] as [string, Partial<LinkTokenCreateRequest>, string][])(
  'a link with %s is refused',
  async (_, change, code) => {
    const asking = newLink({ products: [Products.Transactions], ...change })
    expect((await refusalOf(asking))[2]).toBe(code)
  },
)

test('a link that nobody has is not found', async () => {
  const nobody = 'link-sandbox-00000000-0000-4000-8000-000000000000'
  for (const path of [nobody, 'x', '%00', '%zz', 'a'.repeat(4000), nobody.toUpperCase()]) {
    const response = await bank.pages.request(`/${path}`)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.text()).toContain('Demo bank')
  }
})

test('forms are limited in size and in number, and what counts them holds no token', async () => {
  const { token, url } = await newLink()
  const path = new URL(url).pathname.replace('/sandbox/bank', '')
  const post = (answer: string) =>
    bank.pages.request(path, { method: 'POST', body: new URLSearchParams({ answer }) })
  expect((await post('x'.repeat(20_000))).status).toBe(413)
  const seen = new Set<number>()
  for (let index = 0; index < 59; index += 1) seen.add((await post('')).status)
  expect(seen).toEqual(new Set([303]))
  expect((await post('')).status).toBe(429)
  const { rows } = await bank.database.platform.query<{ key: string }>('select key from platform.rate_limits')
  expect(rows.filter(({ key }) => key.startsWith('card-sandbox:bank:')).length).toBeGreaterThan(0)
  expect(rows.filter(({ key }) => key.includes(token.slice(-36)))).toEqual([])
})

test('no link is kept as it is', async () => {
  const { token, url } = await newLink()
  await bank.press(url, 'bofa')
  const [session] = await sessionsOf(token)
  const publicToken = session?.results?.item_add_results[0]?.public_token ?? 'missing'
  const { rows } = await withCardSandbox(bank.database, ({ client }) =>
    client.query<{ kept: string }>('select t::text as kept from bank_sandbox.tokens t'),
  )
  const kept = rows.map((row) => row.kept).join('\n')
  for (const secret of [token, publicToken]) expect(kept).not.toContain(secret.slice(-36))
})

test('nothing went wrong inside', () => {
  expect(bank.log).toEqual([])
})
