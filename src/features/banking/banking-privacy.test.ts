import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BankOwner, addTransactions, signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { dumpDatabase, findLeaks, keepResponses } from '../../../test/support/leak-search.ts'
import { createFakeBank } from '../../../test/support/providers/fake-bank.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { exportData } from '../account/contract.ts'
import { listSecurityActivity } from '../integrations/contract.ts'
import * as contract from './contract.ts'
import { endAccess } from './end/end-access.ts'

const bank = createFakeBank()
let app: TestApp
let mine: BankOwner
let theirs: BankOwner
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
  mine = await signUpForBanks(app)
  theirs = await signUpForBanks(app)
})
afterAll(() => app.close())

test('what belongs to another business is not there, on every route', async () => {
  const { id } = await theirs.connected('chase')
  const link = await theirs.started(id)
  const [account] = (await theirs.banking()).accounts
  await addTransactions(theirs, account!.id, { count: 2 })
  const before = [await theirs.connectionRows(), await theirs.accountRows(), await theirs.transactionRows()]
  const calls = bank.calls.length
  const routes = Object.values(contract).filter(
    (one): one is typeof one & Endpoint => 'path' in one && one.path.includes('{id}'),
  )
  expect(routes).toHaveLength(5)
  for (const foreign of [id, link.id, account!.id, randomUUID()]) {
    for (const { path, method } of routes) {
      const headers = { origin: app.deps.appUrl, cookie: mine.cookie }
      const response = await app.app.request(path.replace('{id}', foreign), {
        method: method.toUpperCase(),
        headers,
      })
      expect([method, path, (await problemOf(response)).code]).toEqual([method, path, 'NOT_FOUND'])
    }
    expect((await mine.start(foreign)).status).toBe(404)
  }
  expect(bank.calls).toHaveLength(calls)
  expect([await theirs.connectionRows(), await theirs.accountRows(), await theirs.transactionRows()]).toEqual(
    before,
  )
  expect(await mine.banking()).toMatchObject({ accounts: [], connections: [] })
})

test('a number or token moved to another row, column or business cannot be read', async () => {
  await mine.connected('chase')
  await mine.connected('wells')
  const connections = await mine.connectionRows()
  const accounts = await mine.accountRows()
  const [first, second] = connections
  const checking = accounts.find(({ routingNumber }) => routingNumber)!
  const access = { userId: null, reason: 'To try' }
  const open = (businessId: string, table: string, column: string, rowId: string, sealed: Buffer) =>
    withTenant(app.database, businessId, (tx) =>
      app.deps.secrets.open(tx, { businessId, table, column, rowId }, sealed, access),
    )
  const read = (table: string, column: string, rowId: string, sealed: Buffer) =>
    open(mine.businessId, table, column, rowId, sealed)
  const number = checking.accountNumber!
  expect(await read('bank_accounts', 'account_number', checking.id, number)).toMatch(/^\d{10}$/)
  const other = accounts.find(({ id }) => id !== checking.id)!
  await expect(read('bank_accounts', 'account_number', other.id, number)).rejects.toThrow('moved')
  await expect(read('bank_accounts', 'routing_number', checking.id, number)).rejects.toThrow('moved')
  await expect(read('bank_connections', 'account_number', checking.id, number)).rejects.toThrow('moved')
  await expect(read('bank_connections', 'access_token', second!.id, first!.accessToken!)).rejects.toThrow(
    'moved',
  )
  await theirs.connected('citi')
  await expect(
    open(theirs.businessId, 'bank_accounts', 'account_number', checking.id, number),
  ).rejects.toThrow('moved')

  // Copy a token to another row in the database: it cannot be used there.
  await mine.inTenant(({ client }) =>
    client.query('update bank_connections set access_token = $2 where id = $1', [
      second!.id,
      first!.accessToken,
    ]),
  )
  const ended = bank.callsOf('endItem').length
  await mine.disconnect(second!.id)
  await endAccess(app.deps, { businessId: mine.businessId, connectionId: second!.id })
  expect(bank.callsOf('endItem')).toHaveLength(ended)
})

test('no number and no token stands readable in the database, an answer, a download or the log', async () => {
  const owner = await signUpForBanks(app)
  const kept = keepResponses(app)
  bank.hooks.set('listNumbers', () => {
    const { numbers } = bank.lastItem()
    numbers[0]!.accountNumber = '48151623420815'
    numbers[0]!.routingNumber = '314159265358'
  })
  const { id } = await owner.connected('chase')
  const item = bank.lastItem()
  const link = await owner.started(id)
  const linkToken = [...bank.links.keys()].at(-1) ?? ''
  bank.finishLink()
  await owner.finished(link.id)
  await owner.report()
  await owner.banking()
  for (const endpoint of [contract.getBankConnection, contract.expireDemoBank]) {
    expect((await app.send(endpoint, { params: { id } }, { cookie: owner.cookie })).status).toBe(200)
  }
  expect((await app.send(contract.syncBanks, {}, { cookie: owner.cookie })).status).toBe(200)
  expect((await app.send(exportData, {}, { cookie: owner.cookie })).status).toBe(200)
  bank.fail('expireItem', 'refused', 1)
  await app.send(contract.expireDemoBank, { params: { id } }, { cookie: owner.cookie })
  await owner.disconnect(id)

  const secrets = {
    'the account number': '48151623420815',
    'the routing number': '314159265358',
    'the access token': item.accessToken,
    'the link token': linkToken,
  }
  const everything = async () => [
    ...(await dumpDatabase(app.url)),
    ...kept,
    ...app.log.map((text) => ({ name: `the log line ${text.slice(0, 80)}`, text })),
  ]
  const found = await everything()
  expect(findLeaks(found, secrets)).toEqual([])
  // The search itself works: it finds public values everywhere.
  const known = findLeaks(found, { 'the bank': 'Everyday Checking', 'the item': item.itemId })
  expect(known).toEqual(
    expect.arrayContaining([
      'the bank in the table bank_accounts',
      'the bank in the answer 200 to GET /api/v1/banking',
      'the bank in the answer 200 to GET /api/v1/account/export',
      'the item in the table bank_connections',
    ]),
  )
  await endAccess(app.deps, { businessId: owner.businessId, connectionId: id })
  await owner.remove(id)
  expect(findLeaks(await everything(), secrets)).toEqual([])
})

test('the report counts what is encrypted and how often something was read', async () => {
  const owner = await signUpForBanks(app)
  expect(await owner.report()).toEqual({
    accounts: 0,
    encrypted: 0,
    score: 100,
    band: 'Excellent',
    accesses: 0,
    lastAccessAt: null,
  })
  const { id } = await owner.connected('chase')
  // Listing accounts decrypts nothing.
  await owner.banking()
  expect(await owner.report()).toMatchObject({ accounts: 2, encrypted: 2, score: 100, accesses: 0 })
  await owner.started(id)
  const { accesses, lastAccessAt } = await owner.report()
  expect(accesses).toBe(1)
  expect(lastAccessAt).not.toBeNull()
  const response = await app.send(listSecurityActivity, { query: {} }, { cookie: owner.cookie })
  const { entries } = await answerOf(listSecurityActivity, response)
  expect(entries.filter(({ type }) => type === 'read')).toMatchObject([
    { what: 'Bank access', who: 'Test Owner', detail: 'To sign in to Chase again' },
  ])
  // Unencrypted bytes do not count as encrypted.
  await owner.inTenant(({ client }) =>
    client.query(
      `update bank_accounts set account_number = convert_to('0123456789', 'UTF8') where type = 'checking'`,
    ),
  )
  expect(await owner.report()).toMatchObject({ accounts: 2, encrypted: 1, score: 50, band: 'Poor' })
})
