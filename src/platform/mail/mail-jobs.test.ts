import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { markLostMails } from './mail-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function stateOf(to: string) {
  const { rows } = await app.database.platform.query(
    'select state, last_error, text from mails where to_address = $1',
    [to],
  )
  return rows[0]
}

test('a mail whose job is gone is given up, with its secret; one that still has a job is left alone', async () => {
  const [lost, alive, young] = await Promise.all([app.signUp(), app.signUp(), app.signUp()])
  const { query } = app.database.platform
  const run = query.bind(app.database.platform)
  await run(`update mails set created_at = now() - interval '1 hour' where to_address in ($1, $2)`, [
    lost.email,
    alive.email,
  ])
  await run(
    `delete from pgboss.job where name = 'deliver-mail' and data ->> 'mailId' in (
       select id::text from mails where to_address in ($1, $2))`,
    [lost.email, young.email],
  )
  await markLostMails(app.database)
  expect(await stateOf(lost.email)).toEqual({
    state: 'failed',
    last_error: 'The delivery was interrupted on its last try.',
    text: null,
  })
  expect(await stateOf(alive.email)).toMatchObject({ state: 'queued', last_error: null })
  expect(await stateOf(young.email)).toMatchObject({ state: 'queued' })
})
