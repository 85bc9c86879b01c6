import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addBusiness, addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import type { Identity } from '../../platform/http/api.ts'
import { getPlatformStats } from './get-platform-stats.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.drop())

/** Of the day on which clocks are set back there: the month began at four, by the clock of Greenwich. */
const now = () => new Date('2026-11-01T20:00:00Z')
const who: Identity = {
  userId: randomUUID(),
  sessionId: randomUUID(),
  name: 'Test Owner',
  email: 'owner@example.com',
  emailVerified: true,
  role: 'admin',
  mustChangePassword: false,
  isConfirmed: true,
  memberRole: 'owner',
  owner: { name: 'Test Owner', email: 'owner@example.com' },
  businessId: randomUUID(),
  business: {
    name: 'Test Business',
    timeZone: 'America/New_York',
    currency: 'USD',
    locale: 'en-US',
    deleteAfter: null,
  },
}

const stats = (isLive = false) => getPlatformStats({ database, cards: { isLive }, now }, who)

function addUser(createdAt: string) {
  return database.auth.query('insert into auth.users (id, name, email, created_at) values ($1, $2, $3, $4)', [
    randomUUID(),
    'Test Person',
    `${randomUUID()}@example.com`,
    createdAt,
  ])
}

async function addSubscription(status: string) {
  const businessId = await addBusiness(database)
  await database.platform.query('insert into subscriptions (business_id, status) values ($1, $2)', [
    businessId,
    status,
  ])
  return businessId
}

test('an empty platform has noughts', async () => {
  expect(await stats()).toEqual({
    totalUsers: 0,
    activeSubscriptions: 0,
    trials: 0,
    totalRevenueMinor: 0,
    isSandbox: true,
    totalInvoices: 0,
    usersThisMonth: 0,
    openMessages: 0,
  })
})

test('each figure is that of the rows it stands for', async () => {
  for (const at of [
    '2026-10-31T12:00:00Z',
    '2026-11-01T03:59:59.999Z',
    '2026-11-01T04:00:00Z',
    '2026-11-01T19:00:00Z',
  ])
    await addUser(at)
  const businessIds = []
  for (const status of ['none', 'trialing', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'])
    businessIds.push(await addSubscription(status))
  for (const businessId of [...businessIds.slice(0, 2), ...businessIds.slice(0, 3)])
    await addInvoiceRow(database, businessId)
  await database.platform.query(
    `insert into platform.subscription_revenue (customer_id, is_live, paid_minor)
     values ('cus_1', false, 1900), ('cus_2', false, 9007199254), ('cus_3', true, 4900)`,
  )
  await database.platform.query(
    `insert into platform.contact_messages (name, email, subject, message, state)
     select 'Test Visitor', 'visitor@example.com', 'Question', 'Text', state
     from unnest(array['open', 'open', 'answered', 'closed']) state`,
  )
  const figures = {
    totalUsers: 4,
    activeSubscriptions: 4,
    trials: 2,
    totalRevenueMinor: 9_007_201_154,
    isSandbox: true,
    totalInvoices: 5,
    usersThisMonth: 2,
    openMessages: 2,
  }
  expect(await stats()).toEqual(figures)
  expect(await stats(true)).toEqual({ ...figures, totalRevenueMinor: 4900, isSandbox: false })
})
