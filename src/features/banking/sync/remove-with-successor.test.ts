import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeTransaction } from '../../../../test/support/providers/fake-bank.ts'
import { openBank } from '../../../../test/support/providers/open-bank.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { comments } from '../../../platform/db/tables/team/comments.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each([
  ['the page of the posted one', 0],
  ['the page before', 2],
  ['an earlier page', 5],
])('comments on a pending transaction stay with the posted one: removed on %s', async (_page, between) => {
  const { bank, item, connected, identity, sync, add } = await openBank(app, () => new Date())
  const account = item.accounts[0]!.providerId
  const pending = fakeTransaction(account, { providerId: 'pending', isPending: true })
  bank.change(item, { kind: 'added', facts: pending })
  await sync()
  const [{ id: transactionId } = expect.fail('no row')] = await connected.transactions()
  const { businessId, userId } = identity
  await connected.tenant(({ db }) =>
    db
      .insert(comments)
      .values({ businessId, transactionId, body: 'Why?', createdBy: userId, requestId: randomUUID() }),
  )
  // It fills its page, so that what follows begins one.
  add(2)
  await sync()

  bank.change(item, { kind: 'removed', providerId: 'pending' })
  add(between)
  bank.change(item, {
    kind: 'added',
    facts: { ...pending, providerId: 'posted', pendingId: 'pending', isPending: false },
  })
  await sync()
  const posted = (await connected.transactions()).find(({ providerId }) => providerId === 'posted')
  expect(posted).toMatchObject({ id: transactionId, status: 'posted' })
  expect(await connected.transactions()).toHaveLength(3 + between)
  const kept = await connected.tenant(({ db }) => db.select().from(comments))
  expect(kept).toMatchObject([{ transactionId, body: 'Why?' }])
})
