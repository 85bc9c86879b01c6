import { randomUUID } from 'node:crypto'
import { AccountType, CountryCode, Products } from 'plaid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { demoInstitutionIds, demoInstitutions } from '../../src/shared/demo-institutions.ts'
import { type TestBank, createTestBank, refusalOf } from '../../test/support/providers/bank-sandbox.ts'
import { hashToken } from './token-store.ts'

const minute = 60_000
let bank: TestBank
beforeAll(async () => {
  bank = await createTestBank()
})
afterAll(() => bank.close())

async function newPublicToken(institution = 'chase', owner?: string): Promise<string> {
  const { data } = await bank.plaid.sandboxPublicTokenCreate({
    institution_id: institution,
    initial_products: [Products.Transactions],
    options: { override_username: owner ?? null },
  })
  return data.public_token
}

async function newItem(institution?: string, owner?: string) {
  const { data } = await bank.plaid.itemPublicTokenExchange({
    public_token: await newPublicToken(institution, owner),
  })
  return { access_token: data.access_token, itemId: data.item_id }
}

async function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(bank.address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'plaid-client-id': bank.clientId,
      'plaid-secret': bank.secret,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('keys', () => {
  test('others than its own are refused', async () => {
    for (const wrong of [{ secret: 'x' }, { clientId: 'x' }, { secret: '' }]) {
      const stranger = await bank.connect(wrong)
      const asking = stranger.itemGet({ access_token: 'x' })
      expect(await refusalOf(asking)).toEqual([400, 'INVALID_INPUT', 'INVALID_API_KEYS'])
    }
  })

  test('may be sent in the body, and are not the same after a restart', async () => {
    const { clientId, secret } = bank
    const body = { client_id: clientId, secret, institution_id: 'citi', country_codes: ['US'] }
    const response = await fetch(`${bank.address}/institutions/get_by_id`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    const other = await createTestBank()
    await other.close()
    expect(other.secret).not.toBe(secret)
  })
})

describe('a refusal', () => {
  test('has Plaid’s form', async () => {
    const { status, body } = await ask('/item/get', { access_token: 'access-sandbox-nobody' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error_type: 'INVALID_INPUT',
      error_code: 'INVALID_ACCESS_TOKEN',
      error_message: 'could not find matching access token',
      display_message: null,
      request_id: expect.stringMatching(/^\w{15}$/) as string,
    })
    expect((await ask('/transfer/create', {})).status).toBe(404)
  })

  test.each([
    ['no JSON', '{', 'INVALID_BODY'],
    ['no object', '[]', 'INVALID_API_KEYS', { 'plaid-secret': '' }],
    ['a list', '[]', 'INVALID_BODY'],
    ['nothing in it', {}, 'MISSING_FIELDS'],
    ['a number', { access_token: 1 }, 'INVALID_FIELD'],
    ['a field that nobody knows', { access_token: 'x', surprise: 1 }, 'UNKNOWN_FIELDS'],
    ['a character that nothing can hold', { access_token: '\0' }, 'INVALID_ACCESS_TOKEN'],
  ] as [string, unknown, string, Record<string, string>?][])(
    'says what is wrong with %s',
    async (_, body, code, headers) => {
      expect((await ask('/item/get', body, headers)).body['error_code']).toBe(code)
    },
  )
})

test.each(demoInstitutionIds)('%s is known by its name', async (id) => {
  const { data } = await bank.plaid.institutionsGetById({
    institution_id: id,
    country_codes: [CountryCode.Us],
  })
  expect(data.institution).toMatchObject({ institution_id: id, name: demoInstitutions[id] })
  expect(data.institution.routing_numbers[0]).toMatch(/^99\d{7}$/)
})

test.each(['ins_1', 'toString', ''])('%j is no bank', async (id) => {
  const codes = { country_codes: [CountryCode.Us] }
  const asking = bank.plaid.institutionsGetById({ institution_id: id, ...codes })
  expect((await refusalOf(asking))[2]).toBe('INVALID_INSTITUTION')
  expect((await refusalOf(newPublicToken(id)))[2]).toBe('INVALID_INSTITUTION')
})

describe('a public token', () => {
  test('is exchanged once, and only for half an hour', async () => {
    const token = await newPublicToken()
    const exchange = (publicToken: string) =>
      bank.plaid.itemPublicTokenExchange({ public_token: publicToken })
    const both = await Promise.allSettled([exchange(token), exchange(token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = [400, 'INVALID_INPUT', 'INVALID_PUBLIC_TOKEN']
    expect(await refusalOf(exchange(token))).toEqual(refused)
    const late = await newPublicToken()
    bank.letPass(30 * minute)
    expect(await refusalOf(exchange(late))).toEqual(refused)
  })

  test('of the past is forgotten when a new one is made', async () => {
    await newPublicToken()
    bank.letPass(31 * minute)
    await newPublicToken()
    const { rows } = await withCardSandbox(bank.database, ({ client }) =>
      client.query('select 1 from bank_sandbox.tokens where expires_at <= $1', [bank.now()]),
    )
    expect(rows).toEqual([])
  })
})

test('no token is kept as it is, nor whom it is for', async () => {
  const owner = randomUUID()
  const publicToken = await newPublicToken('chase', owner)
  const { access_token } = await newItem('chase', owner)
  expect(access_token).toMatch(/^access-sandbox-[0-9a-f-]{36}$/)
  const { rows } = await withCardSandbox(bank.database, ({ client }) =>
    client.query<{ kept: string }>(
      `select t::text as kept from bank_sandbox.tokens t union all select i::text from bank_sandbox.items i
       union all select b::text from bank_sandbox.books b`,
    ),
  )
  const kept = rows.map((row) => row.kept).join('\n')
  expect(rows.length).toBeGreaterThan(1)
  for (const secret of [publicToken, access_token, owner]) expect(kept).not.toContain(secret.slice(-36))
})

describe('an item', () => {
  test('says which bank it is of', async () => {
    const { access_token, itemId } = await newItem('us_bank')
    const { data } = await bank.plaid.itemGet({ access_token })
    expect(data.item).toMatchObject({
      item_id: itemId,
      institution_id: 'us_bank',
      institution_name: 'US Bank',
      error: null,
    })
  })

  test('has accounts of every kind, with numbers of its own', async () => {
    const { access_token } = await newItem()
    const { data } = await bank.plaid.accountsGet({ access_token })
    expect(data.accounts.map(({ name, type, subtype }) => [name, type, subtype])).toEqual([
      ['Checking', 'depository', 'checking'],
      ['Credit Card', 'credit', 'credit card'],
      ['Savings', 'depository', 'savings'],
      ['Equipment Loan', 'loan', 'loan'],
      ['Retirement Plan', 'investment', '401k'],
    ])
    for (const { balances, mask } of data.accounts) {
      expect(balances.current).toBeGreaterThan(0)
      expect(balances.iso_currency_code).toBe('USD')
      expect(mask).toMatch(/^\d{4}$/)
    }
    const { numbers, accounts } = (await bank.plaid.authGet({ access_token })).data
    expect(numbers.ach).toEqual(
      data.accounts
        .filter(({ type }) => type === AccountType.Depository)
        .map(({ account_id, mask }) => ({
          account_id,
          account: expect.stringMatching(new RegExp(`^\\d{6}${mask}$`)) as string,
          routing: expect.stringMatching(/^99\d{7}$/) as string,
          wire_routing: null,
        })),
    )
    expect(accounts).toHaveLength(2)
    const another = (await bank.plaid.authGet({ access_token: (await newItem()).access_token })).data
    expect(another.numbers.ach[0]?.account).not.toBe(numbers.ach[0]?.account)
    expect(another.numbers.ach[0]?.account_id).not.toBe(numbers.ach[0]?.account_id)
  })

  test('of the same owner at the same bank shows the same accounts under other ids', async () => {
    const items = await Promise.all([
      ...[1, 2, 3].map(() => newItem('chase', 'owner-1')),
      newItem('chase', 'owner-2'),
      newItem('citi', 'owner-1'),
    ])
    const read = async ({ access_token }: { access_token: string }) => {
      const { accounts } = (await bank.plaid.accountsGet({ access_token })).data
      const { numbers } = (await bank.plaid.authGet({ access_token })).data
      return {
        ids: accounts.map(({ account_id }) => account_id),
        shown: accounts.map(({ name, mask, balances }) => ({ name, mask, balances })),
        number: numbers.ach[0]?.account,
      }
    }
    const seen = await Promise.all(items.map(read))
    expect(new Set(seen.flatMap(({ ids }) => ids)).size).toBe(25)
    for (const { shown, number } of seen.slice(1, 3)) {
      expect([shown, number]).toEqual([seen[0]?.shown, seen[0]?.number])
    }
    expect(new Set(seen.map(({ number }) => number)).size).toBe(3)
    expect(new Set(seen.map(({ shown }) => shown[1]?.mask)).size).toBe(3)
  })

  test('tells of the accounts that are asked for, and of no others’', async () => {
    const { access_token } = await newItem()
    const { accounts } = (await bank.plaid.accountsGet({ access_token })).data
    const one = [accounts[1]?.account_id ?? '']
    const chosen = await bank.plaid.accountsGet({ access_token, options: { account_ids: one } })
    expect(chosen.data.accounts.map(({ account_id }) => account_id)).toEqual(one)
    const asking = bank.plaid.accountsGet({ access_token, options: { account_ids: ['x'] } })
    expect((await refusalOf(asking))[2]).toBe('INVALID_FIELD')
  })

  test('whose balances move when what was pending is posted', async () => {
    const { access_token } = await newItem()
    const read = async () => (await bank.plaid.accountsGet({ access_token })).data.accounts
    const before = await read()
    bank.letPass(7 * 60 * minute)
    const after = await read()
    expect(after[0]?.balances.current).toBeLessThan(before[0]?.balances.current ?? 0)
    expect(after[1]?.balances.current).toBeGreaterThan(before[1]?.balances.current ?? 0)
    // A pending amount is already not available, so nothing changes there.
    expect(after.map(({ balances }) => balances.available)).toEqual(
      before.map(({ balances }) => balances.available),
    )
    expect(after[0]?.balances.available).toBe(after[0]?.balances.current)
  })

  test('that is removed is gone, with all that was in it', async () => {
    const { access_token } = await newItem()
    await bank.plaid.itemRemove({ access_token })
    const refused = await Promise.all(
      [
        bank.plaid.itemGet({ access_token }),
        bank.plaid.itemRemove({ access_token }),
        bank.plaid.accountsGet({ access_token }),
        bank.plaid.transactionsSync({ access_token }),
      ].map(refusalOf),
    )
    expect(refused).toEqual(refused.map(() => [400, 'INVALID_INPUT', 'INVALID_ACCESS_TOKEN']))
  })

  test('that was the last of its owner there leaves a book, which is forgotten a month later', async () => {
    const [owner, other] = [randomUUID(), randomUUID()]
    const leave = ({ access_token }: { access_token: string }) => bank.plaid.itemRemove({ access_token })
    const books = async () => {
      const { rows } = await withCardSandbox(bank.database, ({ client }) =>
        client.query('select owner_hash as owner from bank_sandbox.books'),
      )
      return [owner, other].filter((one) => rows.some((row) => row.owner === hashToken(one)))
    }
    const left = [await newItem('chase', owner), await newItem('chase', owner)]
    await Promise.all(left.map(leave))
    const kept = [await newItem('chase', other), await newItem('chase', other)]
    await leave(kept[0]!)
    bank.letPass(29 * 24 * 60 * minute)
    await newItem()
    expect(await books()).toEqual([owner, other])
    bank.letPass(2 * 24 * 60 * minute)
    await newItem()
    expect(await books()).toEqual([other])
  })

  test('that wants a sign-in tells nothing but that', async () => {
    const { access_token } = await newItem()
    const { data } = await bank.plaid.sandboxItemResetLogin({ access_token })
    expect(data.reset_login).toBe(true)
    const refused = await Promise.all(
      [
        bank.plaid.accountsGet({ access_token }),
        bank.plaid.authGet({ access_token }),
        bank.plaid.transactionsSync({ access_token }),
        bank.plaid.sandboxItemResetLogin({ access_token }),
      ].map(refusalOf),
    )
    expect(refused).toEqual(refused.map(() => [400, 'ITEM_ERROR', 'ITEM_LOGIN_REQUIRED']))
    const { item } = (await bank.plaid.itemGet({ access_token })).data
    expect(item.error?.error_code).toBe('ITEM_LOGIN_REQUIRED')
    await bank.plaid.itemRemove({ access_token })
  })
})

test('nothing went wrong inside', () => {
  expect(bank.log).toEqual([])
})
