import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { connect } from '../../../src/platform/db/connect.ts'
import { createFolderStore, filesFolder } from '../../../src/platform/files/folder-store.ts'
import { readMoney } from '../figures/money-books.ts'
import type { Write, WriteKind } from './load.ts'
import type { FaultWorld } from './world.ts'

/** SQL that counts how often each marker occurs. */
const finders: Record<WriteKind, string> = {
  'sign-up': `select email as marker, count(*)::int as times from auth.users group by 1`,
  invoice: `select notes as marker, count(*)::int as times from invoices group by 1`,
  'hand payment': `select note as marker, count(*)::int as times from payments where undone_at is null group by 1`,
  'card payment': `
    select i.notes as marker, count(*)::int as times from payments p
    join invoices i on i.business_id = p.business_id and i.id = p.invoice_id where p.method = 'card' group by 1`,
  expense: `select notes as marker, count(*)::int as times from expenses group by 1`,
  receipt: `select file_name as marker, count(*)::int as times from receipts group by 1`,
}

export interface Tally {
  acknowledged: number
  foundOnce: number
  lost: number
  doubled: number
}

/** Counts which of the acknowledged writes exist once, not at all, or more than once. */
export async function tallyWrites(
  world: FaultWorld,
  writes: readonly Write[],
): Promise<(of: readonly Write[]) => Tally> {
  const times = new Map<string, number>()
  for (const kind of new Set(writes.map((one) => one.kind)))
    for (const row of await world.ask<{ marker: string; times: number }>(finders[kind]))
      times.set(`${kind} ${row.marker}`, row.times)
  return (some) => {
    const found = some.map(({ kind, marker }) => times.get(`${kind} ${marker}`) ?? 0)
    return {
      acknowledged: found.length,
      foundOnce: found.filter((count) => count === 1).length,
      lost: found.filter((count) => count === 0).length,
      doubled: found.filter((count) => count > 1).length,
    }
  }
}

/** Queries whose rows are errors. */
const wrongs: Record<string, string> = {
  'people half made': `
    select u.email from auth.users u where u.role = 'user' and not (
      exists (select from auth.accounts a where a.user_id = u.id) and exists (
        select from members m join businesses b on b.id = m.business_id where m.user_id = u.id))`,
  'businesses without an owner': `
    select b.id from businesses b where not exists (select from members m where m.business_id = b.id)`,
  'numbers given twice': `select business_id, number from invoices group by 1, 2 having count(*) > 1`,
  'invoices whose payments do not add up': `
    select i.number, i.received_minor, i.status from invoices i, lateral (
      select coalesce(sum(p.amount_minor), 0) as paid from payments p
      where p.business_id = i.business_id and p.invoice_id = i.id and p.undone_at is null) sums
    where i.received_minor <> sums.paid or (i.status = 'paid') <> (sums.paid + i.credited_minor >= i.total_minor)`,
  'charges that are not in the books once': `
    select o.id, count(p.id) from card_sandbox.objects o left join payments p on p.provider_payment_id = o.id
    where o.type = 'payment_intent' and o.body ->> 'status' = 'succeeded' group by 1 having count(p.id) <> 1`,
  'card payments without a charge': `
    select p.provider_payment_id from payments p where p.method = 'card' and not exists (
      select from card_sandbox.objects o where o.id = p.provider_payment_id and o.body ->> 'status' = 'succeeded')`,
  'people without one mail that verifies': `
    select u.email from auth.users u where u.role = 'user' and 1 <> (
      select count(*) from mails where kind = 'verify-email' and to_address = u.email)`,
  'invoices to be mailed without one mail': `
    select i.number from invoices i where i.send_option = 'email_now' and 1 <> (
      select count(*) from mails m where m.kind = 'invoice' and m.invoice_id = i.id)`,
  'paid invoices without one receipt': `
    select i.number from invoices i where i.status = 'paid' and 1 <> (
      select count(*) from mails m where m.kind = 'receipt' and m.invoice_id = i.id)`,
  'receipts that were not read once': `
    select id, state, version, tries from receipts where state = 'waiting' or version <> 2`,
  'mails that did not leave': `
    select m.id, m.kind, m.state, m.last_error, m.claimed_until, j.state as job, j.retry_count, j.start_after, j.output
    from mails m left join pgboss.job j on j.data ->> 'mailId' = m.id::text where m.state <> 'sent'`,
}

/** Returns what is wrong after everything has settled. */
export async function findWrongs(world: FaultWorld): Promise<string[]> {
  const problems: string[] = []
  for (const [what, sql] of Object.entries(wrongs)) {
    const rows = await world.ask(sql)
    if (rows.length > 0) problems.push(`${rows.length} ${what}, such as ${JSON.stringify(rows[0])}`)
  }
  return [
    ...problems,
    ...(await findWrongMails(world)),
    ...(await findMissingFiles(world)),
    ...(await findWrongSums(world)),
  ]
}

/** Checks that each sent mail is one file in the built-in mailbox. */
async function findWrongMails(world: FaultWorld): Promise<string[]> {
  const sent = await world.ask<{ id: string }>(`select id from mails where state = 'sent'`)
  const times = new Map<string, number>()
  for (const name of await readdir(join(world.dataDir, 'mail'))) {
    const id = name.slice(-40, -4)
    if (name.endsWith('.eml')) times.set(id, (times.get(id) ?? 0) + 1)
  }
  const wrong = sent.filter(({ id }) => times.get(id) !== 1)
  return wrong.length > 0 ? [`${wrong.length} mails were not delivered once, such as ${wrong[0]?.id}`] : []
}

/** Checks that each row of a file has its file. */
async function findMissingFiles(world: FaultWorld): Promise<string[]> {
  const store = createFolderStore(join(world.dataDir, filesFolder))
  const there = new Set<string>()
  for await (const { id } of store.list()) there.add(id)
  const rows = await world.ask<{ id: string }>('select id from stored_files')
  const missing = rows.filter(({ id }) => !there.has(id))
  return missing.length > 0
    ? [`${missing.length} files of receipts are missing, such as ${missing[0]?.id}`]
    : []
}

async function findWrongSums(world: FaultWorld): Promise<string[]> {
  const businesses = await world.ask<{ id: string }>('select distinct business_id as id from invoices')
  const database = connect({ url: world.databaseUrl, onError: () => undefined })
  try {
    const wrong = []
    for (const { id } of businesses) {
      const { kept, real } = await readMoney(database, id)
      if (!isDeepStrictEqual(kept, real)) wrong.push(`the sums of ${id} are not those of its rows`)
    }
    return wrong
  } finally {
    await database.close()
  }
}

const unsettled = `
  select count(*)::int as count from mails where state = 'queued'
  union all select count(*)::int from pgboss.job where name like 'deliver-%' and state < 'completed'
  union all select count(*)::int from receipts where state = 'waiting'`

/** Waits until no mail is queued and no receipt waits to be read. */
export async function waitUntilSettled(world: FaultWorld, timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const left = await world.ask<{ count: number }>(unsettled)
    if (left.every(({ count }) => count === 0)) return
    await sleep(200)
  }
}

/**
 * Simulates that the time has passed after which an abandoned job counts as dead, and the backoff before its
 * next try. Only while no product is running, because a run in progress must not count as dead.
 */
export async function letTimePass(world: FaultWorld): Promise<void> {
  await world.ask(`update mails set claimed_until = null where state = 'queued'`)
  await world.ask(`update receipts set claimed_until = null where state = 'waiting'`)
  // What pg-boss does with a run that took too long.
  await world.ask(
    `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
     where name like 'deliver-%' and state = 'active'`,
  )
  await world.ask(`update pgboss.job set start_after = now() where name like 'deliver-%' and state = 'retry'`)
}
