import { unzipSync } from 'fflate'
import pg from 'pg'
import type { TestApp } from './test-app.ts'

export interface Haystack {
  name: string
  text: string
}

/** Returns the parts of the secret's base64 encodings that do not depend on the bytes before and after it. */
function base64Cores(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64')
    return whole.slice(offset === 0 ? 0 : 4)
  })
}

/** Returns every encoding in which a secret might appear. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = base64Cores(secret)
  const forms = [
    secret,
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    // As Postgres writes a row as text.
    secret.replaceAll('"', '""').replaceAll('\\', '\\\\'),
  ]
  return [...new Set(forms)]
}

/** Reports which secrets were found and where, without repeating them. */
export function findLeaks(haystacks: readonly Haystack[], secrets: Record<string, string>): string[] {
  return Object.entries(secrets).flatMap(([what, secret]) => {
    const forms = formsOf(secret)
    return haystacks
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ name }) => `${what} in ${name}`)
  })
}

/** Returns every row of every table as text, including jobs. Bytes are in hex. */
export async function dumpDatabase(url: string): Promise<Haystack[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; forced: boolean }>(
      `select c.oid::regclass::text as name, c.relforcerowsecurity as forced
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    )
    const dump: Haystack[] = []
    for (const { name, forced } of tables) {
      // Forced row-level security also applies to the owner, so it is turned off in this transaction.
      await client.query('begin')
      if (forced) await client.query(`alter table ${name} no force row level security`)
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      await client.query('rollback')
      dump.push({ name: `the table ${name}`, text: rows.map(({ row }) => row).join('\n') })
    }
    return dump
  } finally {
    await client.end()
  }
}

/** Records every response of the app: headers, body, and the content of archives. */
export function keepResponses({ app }: TestApp): Haystack[] {
  const responses: Haystack[] = []
  const request = app.request.bind(app)
  app.request = async (...args: Parameters<typeof request>) => {
    const response = await request(...args)
    const bytes = Buffer.from(await response.clone().arrayBuffer())
    const isArchive = response.headers.get('content-type') === 'application/zip'
    const parts = isArchive ? Object.values(unzipSync(bytes)).map((part) => Buffer.from(part)) : [bytes]
    const [asked, { method = 'GET' } = {}] = args
    const url = asked instanceof Request ? asked.url : String(asked)
    responses.push({
      name: `the answer ${response.status} to ${method} ${url}`,
      text: [...response.headers, ...parts].map(String).join('\n'),
    })
    return response
  }
  return responses
}
