import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/start-embedded-postgres.ts'
import { makeDataFolder, signUpRequest, startProduct } from './product.ts'
import { randomFrom } from './random.ts'

interface ChaosOptions {
  rounds: number
  seed: number
  report?: (line: string) => void
}

/** Signs people up without pause until the product is gone. `onYes` hears of everyone who was told that it worked. */
async function streamOfSignUps(url: string, label: string, onYes: (email: string) => void): Promise<void> {
  for (let n = 0; ; n++) {
    const email = `${label}-${n}@example.com`
    const answer = await signUpRequest(url, email, `198.51.100.${n % 200}`).catch(() => null)
    if (!answer) return
    if (answer.status === 200) onYes(email)
  }
}

async function asRole<T extends object>(client: pg.Client, role: string, sql: string): Promise<T[]> {
  await client.query(`set role ${role}`)
  const { rows } = await client.query<T>(sql)
  await client.query('reset role')
  return rows
}

/**
 * Rounds of sign-ups, each ended by kill -9 of Node or of Postgres. After each: everyone who was told "yes" is there,
 * and nobody is there by half.
 */
export async function runChaos({ rounds, seed, report = () => undefined }: ChaosOptions) {
  const random = randomFrom(seed)
  const data = await makeDataFolder()
  const env = { MILLRACE_DATA: data.dataDir, TRUST_PROXY: 'on', LOG_LEVEL: 'warn' }
  const acknowledged: string[] = []
  const problems: string[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const product = await startProduct(env)
      const { clusterDir } = await startEmbeddedPostgres({ dataDir: data.dataDir })
      // Counted and not timed, so that a slow machine is tested as hard as a quick one.
      let untilKill = 3 + Math.floor(random() * 10)
      const due = Promise.withResolvers<void>()
      const onYes = (email: string) => {
        acknowledged.push(email)
        if (--untilKill === 0) due.resolve()
      }
      const streams = Array.from({ length: 4 }, (_, n) =>
        streamOfSignUps(product.url, `round${round}-stream${n}`, onYes),
      )
      await due.promise
      await sleep(random() * 100)
      if (round % 2 === 1) {
        const [pid] = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
        await sleep(random() * 100)
      }
      product.child.kill('SIGKILL')
      await Promise.all(streams)
      await product.ended

      const again = await startProduct(env)
      const { url } = await startEmbeddedPostgres({ dataDir: data.dataDir })
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      problems.push(...(await findProblems(client, acknowledged)))
      await client.end()
      if ((await again.stop()) !== 0)
        problems.push(`round ${round}: the restarted product did not stop cleanly`)
      report(
        `round ${round + 1} of ${rounds}: ${acknowledged.length} acknowledged, ${problems.length} problems`,
      )
    }
  } finally {
    await data.remove()
  }
  return { acknowledged: acknowledged.length, problems }
}

async function findProblems(client: pg.Client, acknowledged: readonly string[]): Promise<string[]> {
  const people = await asRole<{ email: string; whole: boolean }>(
    client,
    'millrace_auth',
    `select u.email, a.id is not null and b.id is not null as whole from auth.users u
     left join auth.accounts a on a.user_id = u.id
     left join members m on m.user_id = u.id
     left join businesses b on b.id = m.business_id`,
  )
  const [orphans] = await asRole<{ count: number }>(
    client,
    'millrace_auth',
    `select count(*)::int as count from businesses b where not exists (select from members m where m.business_id = b.id)`,
  )
  const mails = await asRole<{ to_address: string; alive: boolean }>(
    client,
    'millrace_platform',
    `select to_address, state = 'sent' or exists (
       select from pgboss.job j where j.name = 'deliver-mail' and j.data ->> 'mailId' = mails.id::text) as alive
     from mails where kind = 'verify-email'`,
  )
  const there = new Set(people.map((person) => person.email))
  const mailed = new Set(mails.filter((mail) => mail.alive).map((mail) => mail.to_address))
  return [
    ...acknowledged
      .filter((email) => !there.has(email))
      .map((email) => `${email} was acknowledged and is gone`),
    ...acknowledged.filter((email) => !mailed.has(email)).map((email) => `${email} has no mail on its way`),
    ...people.filter((person) => !person.whole).map((person) => `${person.email} is half made`),
    ...(orphans?.count ? [`${orphans.count} businesses without an owner`] : []),
  ]
}
