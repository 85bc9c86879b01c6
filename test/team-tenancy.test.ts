import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '../src/features/auth/contract.ts'
import { getBusiness } from '../src/features/business/contract.ts'
import { listClients } from '../src/features/clients/contract.ts'
import { listInvoices } from '../src/features/invoices/contract.ts'
import { removeMember, switchBusiness } from '../src/features/team/contract.ts'
import { businessHeader } from '../src/shared/business-header.ts'
import type { Role } from '../src/shared/roles.ts'
import { addInvoiceRow } from './support/fixtures/invoice-rows.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from './support/test-app.ts'

interface Business {
  id: string
  name: string
  ownerCookie: string
}

interface Person {
  cookie: string
  userId: string
  /** What the person may see at the moment. A removal that has been asked for and not answered yet leaves it open. */
  memberOf: Set<string>
  leaving: Set<string>
}

const given: readonly Exclude<Role, 'owner'>[] = ['admin', 'bookkeeper', 'sales', 'viewer']
const businessCount = 10
const personCount = 20

let app: TestApp
const businesses: Business[] = []
const people: Person[] = []

beforeAll(async () => {
  app = await createTestApp({ maxConnections: 12 })
  for (let n = 0; n < businessCount; n++) {
    const name = `Business ${n}`
    const { cookie, session } = await app.signUpAndIn({ businessName: name })
    const { id } = session.business
    await app.database.platform.query(`update businesses set plan = 'enterprise' where id = $1`, [id])
    await addInvoiceRow(app.database, id, { clientName: name })
    businesses.push({ id, name, ownerCookie: cookie })
  }
  for (let n = 0; n < personCount; n++) {
    const { cookie, session } = await app.signUpAndIn()
    const userId = session.user.id
    // Each belongs to five of the ten, in every role.
    const own = businesses.filter((_, index) => (index + n) % 2 === 0)
    for (const [index, { id }] of own.entries()) {
      await app.database.auth.query(`insert into members (business_id, user_id, role) values ($1, $2, $3)`, [
        id,
        userId,
        given[(index + n) % given.length],
      ])
    }
    people.push({ cookie, userId, memberOf: new Set(own.map(({ id }) => id)), leaving: new Set() })
  }
})
afterAll(() => app.close())

const kinds = ['read', 'list', 'clients', 'switch', 'session', 'remove'] as const

test('2,000 requests of 20 members of 10 businesses, who switch and are removed meanwhile, show no row of another', async () => {
  const step = fc.record({
    who: fc.nat(personCount - 1),
    where: fc.nat(businessCount - 1),
    kind: fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom(...kinds.slice(0, 5)) },
      { weight: 1, arbitrary: fc.constant('remove' as const) },
    ),
  })
  const plan = fc.sample(step, { numRuns: 2000, seed: 31_2026 })
  const outcomes = { seen: 0, refused: 0, removed: 0 }

  async function one({ who, where, kind }: (typeof plan)[number]) {
    const person = people[who]!
    const business = businesses[where]!
    const headers = { [businessHeader]: business.id }
    const { cookie } = person
    if (kind === 'remove') {
      if (!person.memberOf.has(business.id)) return
      person.leaving.add(business.id)
      const params = { userId: person.userId }
      await answerOf(removeMember, await app.send(removeMember, { params }, { cookie: business.ownerCookie }))
      person.memberOf.delete(business.id)
      person.leaving.delete(business.id)
      outcomes.removed++
      return
    }
    if (kind === 'session') {
      // A page that names a business it was removed from is told of another one.
      const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie, headers }))
      const isElsewhere = session?.business.id !== business.id
      if (!isElsewhere) expect(mayHaveSeen.has(`${who} ${where}`)).toBe(true)
      return
    }
    // What was true when the request was sent: later removals may or may not come first.
    const wasMember = person.memberOf.has(business.id)
    const wasLeaving = person.leaving.has(business.id)
    const send = {
      read: () => app.send(getBusiness, {}, { cookie, headers }),
      list: () => app.send(listInvoices, { query: {} }, { cookie, headers }),
      clients: () => app.send(listClients, { query: {} }, { cookie, headers }),
      switch: () => app.send(switchBusiness, { body: { businessId: business.id } }, { cookie }),
    }[kind]
    const response = await send()
    if (response.status === 403) {
      expect((await problemOf(response)).code).toBe('NOT_A_MEMBER')
      // Refused although nothing had ended it, before or meanwhile?
      const isStillMember = person.memberOf.has(business.id) && !person.leaving.has(business.id)
      expect([kind, wasMember && !wasLeaving && isStillMember]).toEqual([kind, false])
      outcomes.refused++
      return
    }
    expect(response.status).toBe(200)
    // Whoever was removed before the request was sent sees nothing.
    expect([kind, wasMember]).toEqual([kind, true])
    const text = await response.text()
    const others = businesses.filter(({ id }) => id !== business.id)
    // A session names the other businesses of the person; rows do not.
    if (kind !== 'switch') {
      expect(others.filter(({ id, name }) => text.includes(id) || text.includes(`"${name}"`))).toEqual([])
    } else {
      expect(JSON.parse(text)).toMatchObject({ business: { id: business.id, name: business.name } })
    }
    outcomes.seen++
  }

  const mayHaveSeen = new Set(
    people.flatMap((person, who) =>
      businesses.flatMap(({ id }, where) => (person.memberOf.has(id) ? [`${who} ${where}`] : [])),
    ),
  )
  const left = plan.values()
  const worker = async () => {
    for (const next of left) await one(next)
  }
  await Promise.all(Array.from({ length: 60 }, worker))
  expect(outcomes.removed).toBeGreaterThan(10)
  expect(outcomes.refused).toBeGreaterThan(300)
  expect(outcomes.seen).toBeGreaterThan(300)

  // Afterwards: exactly what is left, by the header and by the address.
  for (const person of people) {
    for (const { id } of businesses) {
      const expected = person.memberOf.has(id) ? 200 : 403
      const byHeader = await app.send(
        getBusiness,
        {},
        { cookie: person.cookie, headers: { [businessHeader]: id } },
      )
      const byAddress = await app.app.request(`${getBusiness.path}?business=${id}`, {
        headers: { cookie: person.cookie },
      })
      expect([byHeader.status, byAddress.status]).toEqual([expected, expected])
    }
  }
})
