import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endSession } from '../../src/features/auth/contract.ts'
import { mergeClients } from '../../src/features/clients/contract.ts'
import { changeOwnField, orderOwnFields } from '../../src/features/fields/contract.ts'
import { matchTransaction } from '../../src/features/matching/contract.ts'
import { attachReceipt } from '../../src/features/receipts/contract.ts'
import { addBusiness } from '../../src/features/team/contract.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import {
  type AttackWorld,
  type Row,
  createAttackWorld,
  idParams,
  jsonSchemaOf,
  nameOf,
  partsOf,
  victimWord,
  withPart,
} from '../support/attack-world.ts'
import { goodBody } from '../support/fixtures/good-bodies.ts'
import { isForMembers } from '../support/fuzz/is-for-members.ts'

let world: AttackWorld
let theirs: Row[]
let mine: Row[]
beforeAll(async () => {
  world = await createAttackWorld()
  theirs = await world.rowsOf(world.victim)
  mine = await world.rowsOf(world.attacker)
})
afterAll(() => world.close())

type Params = Record<string, string>

const isId = (id: string | null) => z.uuid().safeParse(id).success
const idsIn = (rows: Row[]) => [...new Set(rows.flatMap(({ id }) => (id && isId(id) ? id : [])))]
/** One row per table is enough, because the attacker may see none of them. */
const onePerTable = (rows: Row[]) =>
  idsIn([...new Map(rows.filter(({ id }) => isId(id)).map((row) => [row.table, row])).values()])
/** Returns the rows that a parameter may refer to: `lateFeeId` to a row of late_fees, `id` to anything. */
function rowsFor(rows: Row[], param: string): Row[] {
  const word = param.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const table = `${word}s`
  return param === 'id' ? rows : rows.filter((row) => row.table.replace('auth.', '') === table)
}

/** Returns every combination of these ids in the path. */
function combine(names: string[], sources: Row[][], choose = onePerTable): Params[] {
  return names.reduce<Params[]>(
    (made, name) =>
      made.flatMap((params) =>
        sources.flatMap((rows) => choose(rowsFor(rows, name)).map((id) => ({ ...params, [name]: id }))),
      ),
    [{}],
  )
}

/** Rows of the table that the path names come first, because those can be found there. */
function likelyFirst({ path }: Endpoint, rows: Row[]): Row[] {
  const isNamed = ({ table }: Row) => Number(path.includes(`/${table.replaceAll('_', '-')}/`))
  return rows.toSorted((a, b) => isNamed(b) - isNamed(a))
}

const methods = ['get', 'put', 'patch', 'post', 'delete'] as const
const withIds = () => world.app.api.endpoints.filter(isForMembers).filter((one) => idParams(one).length > 0)

async function expectNothingChanged() {
  expect(await world.rowsOf(world.victim)).toEqual(theirs)
}

/** If the path has several ids, one of them may be the attacker's own. */
function foreignParams(endpoint: Endpoint): Params[] {
  const names = idParams(endpoint)
  const own = new Set(idsIn(mine))
  const all = combine(names, names.length > 1 ? [theirs, mine] : [theirs])
  return all.filter((params) => Object.values(params).some((id) => !own.has(id)))
}

test('there are enough routes and rows to try', () => {
  expect(idsIn(theirs).length).toBeGreaterThan(25)
  expect(withIds().length).toBeGreaterThan(40)
  expect(withIds().filter(({ method }) => !methods.includes(method))).toEqual([])
})

// Split by method, because all of them are thousands of requests.
test.each(methods)(
  'on every route with an id, what is another business’s is not there, and stays as it is',
  async (method) => {
    const wrong: unknown[] = []
    for (const endpoint of withIds().filter((one) => one.method === method)) {
      for (const params of foreignParams(endpoint)) {
        const response = await world.shoot(endpoint, { params, cookie: world.attacker.cookie })
        // An unknown session has ended as well, so the response reveals nothing.
        const expected = endpoint === endSession ? 204 : 404
        if (response.status !== expected) wrong.push([nameOf(endpoint), params, response.status])
        const said = await response.text()
        if (said.includes(victimWord)) wrong.push([nameOf(endpoint), params, said])
      }
    }
    expect(wrong).toEqual([])
    await expectNothingChanged()
  },
)

test('a link opens the document it was made for, and nothing else of the same business', async () => {
  const open = world.app.api.endpoints
    .filter(({ access, path }) => access === 'public' && !path.includes('/webhooks/'))
    .filter((endpoint) => idParams(endpoint).length > 0)
  expect(open.length).toBeGreaterThan(8)
  const tables = {
    files: '/files/',
    invoices: '/public/invoices/',
    credit_notes: '/public/credit-notes/',
    estimates: '/public/estimates/',
  }
  for (const endpoint of open) {
    const table = Object.entries(tables).find(([, part]) => endpoint.path.includes(part))?.[0]
    expect(table, `${endpoint.path}: what does its link open?`).toBeDefined()
    for (const id of onePerTable(theirs.filter((row) => row.table !== table))) {
      const response = await world.shoot(endpoint, {
        params: { id },
        headers: { 'x-forwarded-for': crypto.randomUUID() },
      })
      expect([nameOf(endpoint), id, response.status]).toEqual([nameOf(endpoint), id, 404])
    }
  }
  await expectNothingChanged()
})

/** Returns the paths of all ids in a body. */
function idPaths(endpoint: Endpoint): string[][] {
  if (!endpoint.body) return []
  return [...partsOf(jsonSchemaOf(endpoint.body))]
    .filter(([, part]) => part.format === 'uuid')
    .map(([path]) => path)
}

/** Returns the path parameters of a row of the attacker, and the body that changes it. */
async function ownTarget(endpoint: Endpoint): Promise<{ params: Params; body: Record<string, unknown> }> {
  const body = goodBody(endpoint)
  for (const params of combine(idParams(endpoint), [likelyFirst(endpoint, mine)], idsIn)) {
    const whole = endpoint.path.replace(/(\{id\}).*/, '$1')
    const read = world.app.api.endpoints.find((one) => one.method === 'get' && one.path === whole)
    if (!read) return { params, body }
    const response = await world.shoot(read, { params, cookie: world.attacker.cookie })
    if (!response.ok) continue
    const state = (await response.json()) as Record<string, unknown>
    for (const name of ['version', 'updatedAt']) if (name in body) body[name] = state[name]
    return { params, body }
  }
  return { params: {}, body }
}

/** `client.id` refers to a client. If the name says nothing, it may refer to anything. */
function idsForPath(path: string[]): string[] {
  const name = (path.at(-1) === 'id' ? path.at(-2) : path.at(-1)?.replace(/Id$/, '')) ?? ''
  const named = theirs.filter(({ table }) => table.endsWith(`${name}s`))
  return named.length > 0 ? idsIn(named) : onePerTable(theirs)
}

test('an id of another business in a body is refused or leads to nothing of theirs', async () => {
  const cases = world.app.api.endpoints
    // The session would work in the business that this makes from then on.
    .filter((endpoint) => isForMembers(endpoint) && endpoint !== addBusiness)
    .flatMap((endpoint) => idPaths(endpoint).map((path) => ({ endpoint, path })))
  const named = cases.filter(({ path }) => path.at(-1) !== 'requestId')
  expect(named.length).toBeGreaterThan(10)
  const answers: [string, string][] = []
  const fire = async ({ endpoint, path }: (typeof cases)[number], ids: string[]) => {
    let target: Awaited<ReturnType<typeof ownTarget>> | undefined
    for (const id of ids) {
      target ??= await ownTarget(endpoint)
      const { params, body } = target
      const shot = { params, body: withPart(body, path, id), cookie: world.attacker.cookie }
      const response = await world.shoot(endpoint, shot)
      answers.push([`${nameOf(endpoint)} ${path.join('.')} ${id}`, await response.text()])
      // A changed row has another version now, and a created one needs another name.
      if (response.ok) target = undefined
    }
  }
  for (const one of named) await fire(one, idsForPath(one.path))
  // No row of the attacker refers to a row of the victim.
  const foreign = idsIn(theirs)
  const kept = (await world.rowsOf(world.attacker)).filter(({ text }) =>
    foreign.some((id) => text.includes(id)),
  )
  expect(kept.map(({ table, text }) => `${table} ${foreign.find((id) => text.includes(id))}`)).toEqual([])
  // The same request id in another business is another request.
  const requests = [...new Set(theirs.flatMap(({ requestId }) => requestId ?? []))]
  expect(requests.length).toBeGreaterThan(2)
  for (const one of cases) if (!named.includes(one)) await fire(one, requests)
  expect(answers.filter(([, text]) => text.includes(victimWord))).toEqual([])
  await expectNothingChanged()
})

test('many ids at once, theirs among the own, change the own alone', async () => {
  const { app, attacker } = world
  // An id in the path says which row the others are for: see above.
  const several = app.api.endpoints
    .filter((endpoint) => isForMembers(endpoint) && !endpoint.path.includes('{'))
    // An order names exactly the own fields, and a document with a file that is not there is refused as a whole.
    .filter((endpoint) => endpoint !== orderOwnFields)
    .filter((endpoint) => idPaths(endpoint).some(([name, index]) => index === '0' && name !== 'attachments'))
  expect(several.length).toBeGreaterThanOrEqual(2)
  for (const endpoint of several) {
    const path = idPaths(endpoint).find((one) => one.at(-1) === '0') ?? []
    const ids = [...idsIn(theirs), ...idsIn(mine)]
    const body = withPart(goodBody(endpoint), path.slice(0, -1), ids)
    const response = await world.shoot(endpoint, { body, cookie: attacker.cookie })
    const [changed] = Object.values((await response.json()) as Record<string, number>)
    expect([nameOf(endpoint), response.status, changed]).toEqual([nameOf(endpoint), 200, 1])
  }
  await expectNothingChanged()
})

const claims = (of: { businessId: string; userId: string }): Record<string, string> => ({
  'x-business-id': of.businessId,
  'x-tenant-id': of.businessId,
  'x-organization-id': of.businessId,
  'x-user-id': of.userId,
  'x-forwarded-user': of.userId,
  'remote-user': of.userId,
  'x-original-url': '/api/v1/admin/users',
  'x-rewrite-url': '/api/v1/admin/users',
})

const ledger = { format: 'csv', basis: 'accrual', from: '2026-01-01', to: '2026-12-31' }

test('naming another business in a header, the address or a cookie shows nothing of it', async () => {
  const { app, attacker, victim } = world
  const lists = app.api.endpoints.filter(
    (endpoint) =>
      isForMembers(endpoint) &&
      endpoint.method === 'get' &&
      !endpoint.path.includes('{') &&
      endpoint.path !== '/api/v1/live',
  )
  expect(lists.length).toBeGreaterThan(20)
  const ownClient = mine.find(({ table }) => table === 'clients')?.id
  for (const endpoint of lists) {
    const needed = [{}, { clientId: ownClient ?? '' }, { format: 'csv' }, ledger].find(
      (query) => endpoint.query?.safeParse(query).success ?? true,
    )
    const filled = new URLSearchParams(needed).toString()
    const first = filled && `?${filled}`
    const cookie = `${attacker.cookie}; business_id=${victim.businessId}; businessId=${victim.businessId}`
    const named = ['businessId', 'business_id'].map((name) => `${name}=${victim.businessId}`)
    for (const query of [first, ...named.map((claim) => (first ? `${first}&${claim}` : `?${claim}`))]) {
      const response = await world.shoot(endpoint, { cookie, query, headers: claims(victim) })
      // If the endpoint has a query, unknown parameters are refused.
      const expected = query !== first && endpoint.query ? 422 : 200
      expect([nameOf(endpoint), query, response.status]).toEqual([nameOf(endpoint), query, expected])
      const said = await response.text()
      expect([nameOf(endpoint), said.includes(victimWord)]).toEqual([nameOf(endpoint), false])
    }
  }
})

test('an id in a query that is another business’s finds nothing', async () => {
  const { app, attacker } = world
  const searches = app.api.endpoints
    .filter(isForMembers)
    .flatMap((endpoint) =>
      [...partsOf(jsonSchemaOf(endpoint.query ?? endpoint.params ?? z.never()))].map(([path, part]) => ({
        endpoint,
        name: path[0] ?? '',
        part,
      })),
    )
    .filter(({ endpoint, part }) => endpoint.query && part.format === 'uuid')
  expect(searches.length).toBeGreaterThan(0)
  for (const { endpoint, name } of searches) {
    for (const id of onePerTable(theirs)) {
      const response = await world.shoot(endpoint, { query: `?${name}=${id}`, cookie: attacker.cookie })
      expect(await response.text()).not.toContain(victimWord)
    }
  }
})

test('the owner reaches every one of these routes: what was refused was refused for whose it is', async () => {
  const { victim } = world
  const inOrder = withIds().toSorted((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method))
  const missed: string[] = []
  for (const endpoint of inOrder) {
    let found = false
    for (const params of combine(idParams(endpoint), [likelyFirst(endpoint, theirs)], idsIn)) {
      const idOf = (wanted: string) => theirs.find(({ table }) => table === wanted)?.id
      const bodies = new Map<Endpoint, object>([
        [mergeClients, { into: idOf('clients') }],
        [changeOwnField, { label: 'Region', choices: ['North'], onDocuments: false }],
        [attachReceipt, { kind: 'transaction', targetId: idOf('transactions') }],
        [matchTransaction, { kind: 'expense', targetIds: [idOf('expenses')] }],
      ])
      const body = bodies.get(endpoint)

      const { status } = await world.shoot(endpoint, { params, body, cookie: victim.cookie })
      found = status !== 404 && status !== 422
      if (found) break
    }
    if (!found) missed.push(nameOf(endpoint))
  }
  expect(missed).toEqual([])
})
