import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import { withAdmin } from '../../platform/db/transaction.ts'
import type { AdminAction } from '../../shared/admin-actions.ts'
import * as contract from './contract.ts'
import { auditStatement, listAuditLog } from './list-audit-log.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const one = 'one@millrace.example'
const other = 'other@millrace.example'
const owner = new pg.Client({ connectionString: testDatabase.url })
beforeAll(() => owner.connect())
afterAll(async () => {
  await owner.end()
  await testDatabase.drop()
})

async function read(query: Parameters<typeof listAuditLog>[1] = {}) {
  return contract.listAuditLog.response.parse(await listAuditLog({ database }, query))
}

function note(email: string, action: AdminAction, label: string, details?: Record<string, string>) {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  return withAdmin(database, (tx) =>
    recordAdminAction(
      tx,
      { userId: randomUUID(), email, ip: '192.0.2.7', userAgent },
      { action, target: { id: null, label }, details },
    ),
  )
}

test('says who did what to whom and from where, newest first, and is filtered by action and person', async () => {
  await note(one, 'grant-admin', other)
  await note(other, 'send-test-mail', other, { to: other })
  await note(other, 'suspend-user', 'Third@client.example')
  const summaries = async (query?: Parameters<typeof read>[0]) =>
    (await read(query)).entries.map(({ actorEmail, action }) => `${actorEmail} ${action}`)
  const all = [`${other} suspend-user`, `${other} send-test-mail`, `${one} grant-admin`]
  expect(await summaries()).toEqual(all)
  expect((await read()).entries[1]).toMatchObject({
    targetLabel: other,
    details: { to: other },
    ipAddress: '192.0.2.7',
    device: 'Firefox on Windows',
  })
  // As who acted and as whom it concerned; what is both, once.
  expect(await summaries({ person: other })).toEqual(all)
  expect(await summaries({ person: one })).toEqual([`${one} grant-admin`])
  expect(await summaries({ person: one.toUpperCase() })).toEqual([`${one} grant-admin`])
  expect(await summaries({ person: 'Third@client.example' })).toEqual([`${other} suspend-user`])
  expect(await summaries({ action: 'send-test-mail' })).toEqual([`${other} send-test-mail`])
  expect(await summaries({ action: 'grant-admin', person: other })).toEqual([`${one} grant-admin`])
  expect(await summaries({ person: 'nobody@client.example' })).toEqual([])
  expect(await summaries({ person: '' })).toEqual(all)
})

/** All of one moment: a page must not lose or repeat one. */
async function fill(actor: string, target: string, count: number): Promise<void> {
  await owner.query(
    `insert into platform.audit_log (actor_id, actor_email, action, target_label, ip_address, created_at)
     select gen_random_uuid(), $1, 'restore-user', $2, '192.0.2.7', '2026-11-05T12:00:00.123456Z'
     from generate_series(1, $3)`,
    [actor, target, count],
  )
}

test('paging visits each entry of a person exactly once', async () => {
  const [actor, target] = ['actor@client.example', 'target@client.example']
  await fill(actor, target, 70)
  await fill(target, actor, 45)
  await fill(actor, actor, 5)
  await fill(target, target, 60)
  const pages = [await read({ person: actor, action: 'restore-user' })]
  while (pages.at(-1)?.next) {
    pages.push(await read({ person: actor, action: 'restore-user', after: pages.at(-1)?.next ?? '' }))
  }
  expect(pages.map(({ entries }) => entries.length)).toEqual([50, 50, 20])
  expect(new Set(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).size).toBe(120)
  await expect(read({ after: 'nonsense' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('a filter goes along its index', async () => {
  await owner.query(
    `insert into platform.audit_log (actor_id, actor_email, action, target_label, ip_address, created_at)
     select gen_random_uuid(), 'admin' || n % 40 || '@millrace.example', 'restore-user', 'user' || n || '@client.example',
       '192.0.2.7', now() - n * interval '1 minute' from generate_series(1, 8000) n`,
  )
  await owner.query('analyze platform.audit_log')
  const indexesOf = async (filter: Parameters<typeof auditStatement>[0]) => {
    const { text, values } = auditStatement(filter)
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    return plan.match(/(?<=(using|Scan on) )audit_log_\w+/g)?.toSorted()
  }
  const cursor = { at: new Date().toISOString(), id: randomUUID() }
  expect(await indexesOf({ cursor })).toEqual(['audit_log_list'])
  expect(await indexesOf({ action: 'suspend-user', cursor })).toEqual(['audit_log_action'])
  expect(await indexesOf({ person: 'admin7@millrace.example', cursor })).toEqual([
    'audit_log_actor',
    'audit_log_target',
  ])
})
