import { afterAll, beforeAll, expect, test } from 'vitest'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type TestSandbox, createTestSandbox } from '../../test/support/providers/card-sandbox.ts'
import { advanceCardSandbox } from './advance-card-sandbox.ts'
import { accountOf } from './card-sandbox.ts'
import { deliverEvent, emitEvent } from './events.ts'
import { forgetOldObjects, readObject } from './object-store.ts'
import type { SandboxObjects } from './sandbox-objects.ts'

const start = new Date('2026-06-01T00:00:00Z')
const day = 86_400_000
let now = start
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await createTestSandbox({ now: () => now })
})
afterAll(() => sandbox.close())

async function newEvent(): Promise<string> {
  const { database, sandbox: inner, secretKey } = sandbox
  await withCardSandbox(database, (tx) =>
    emitEvent({ sandbox: inner, tx, account: accountOf(secretKey) }, 'customer.created', { id: 'cus_1' }),
  )
  return (await sandbox.stripe.events.list({ limit: 1 })).data[0]?.id ?? ''
}

async function isThere(type: keyof SandboxObjects, id: string): Promise<boolean> {
  return withCardSandbox(sandbox.database, async (tx) => (await readObject(tx, type, id)) !== undefined)
}

test('events go seven days after they were made once they are delivered, portal sessions after two', async () => {
  now = start
  const { customers, billingPortal } = sandbox.stripe
  await billingPortal.configurations.create({ features: {} })
  const { id: customer } = await customers.create({})
  const portal = await billingPortal.sessions.create({ customer, return_url: 'http://localhost:3000/' })
  const delivered = await newEvent()
  await deliverEvent(sandbox.sandbox, delivered)
  const pending = await newEvent()
  const after = async (milliseconds: number) => {
    now = new Date(start.getTime() + milliseconds)
    await forgetOldObjects(sandbox.sandbox)
    return [
      await isThere('billing_portal.session', portal.id),
      await isThere('event', delivered),
      await isThere('event', pending),
    ]
  }
  expect(await after(2 * day - 1000)).toEqual([true, true, true])
  expect(await after(2 * day)).toEqual([false, true, true])
  expect(await after(7 * day - 1000)).toEqual([false, true, true])
  expect(await after(7 * day)).toEqual([false, false, true])
  expect(await after(30 * day)).toEqual([false, false, true])
  expect(await isThere('customer', customer)).toBe(true)
})

test('many are deleted in small parts, and one call does not go on for ever', async () => {
  now = start
  const ids: string[] = []
  for (let count = 0; count < 25; count += 1) {
    ids.push(await newEvent())
    await deliverEvent(sandbox.sandbox, ids.at(-1) ?? '')
  }
  now = new Date(start.getTime() + 8 * day)
  const left = async () => {
    const there = await Promise.all(ids.map((id) => isThere('event', id)))
    return there.filter(Boolean).length
  }
  await forgetOldObjects(sandbox.sandbox, 1)
  expect(await left()).toBe(5)
  await forgetOldObjects(sandbox.sandbox, 2)
  expect(await left()).toBe(0)
})

test('the job that lets time pass does it', async () => {
  now = start
  const old = await newEvent()
  await deliverEvent(sandbox.sandbox, old)
  now = new Date(start.getTime() + 8 * day)
  await sandbox.startJobs()
  const { jobs } = sandbox.sandbox
  await withCardSandbox(sandbox.database, (tx) => jobs.enqueue(tx, advanceCardSandbox, {}))
  await eventually(async () => expect(await isThere('event', old)).toBe(false))
})
