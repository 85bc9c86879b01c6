import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { deleteExpired } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('expired sessions, links and counts are forgotten, and the others kept', async () => {
  const [old, fresh] = await Promise.all([app.signUpAndIn(), app.signUpAndIn()])
  await app.database.auth.query(
    `update auth.sessions set expires_at = now() - interval '1 minute' where user_id = $1`,
    [old.session.user.id],
  )
  await app.database.auth.query(
    `insert into auth.verifications (identifier, value, expires_at)
     values ('old', 'x', now() - interval '1 minute'), ('fresh', 'x', now() + interval '1 minute')`,
  )
  await app.database.platform.query(
    `insert into platform.rate_limits values
       ('old', 3, now() - interval '1 minute'), ('fresh', 3, now() + interval '1 minute')`,
  )
  await deleteExpired(app.deps)
  const sessions = await app.database.auth.query('select user_id from auth.sessions')
  expect(sessions.rows).toEqual([{ user_id: fresh.session.user.id }])
  const links = await app.database.auth.query('select identifier from auth.verifications')
  expect(links.rows).toEqual([{ identifier: 'fresh' }])
  const counts = await app.database.platform.query(
    `select key from platform.rate_limits where key in ('old', 'fresh')`,
  )
  expect(counts.rows).toEqual([{ key: 'fresh' }])
})
