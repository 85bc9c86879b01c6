import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Session } from '../src/features/auth/contract.ts'
import { signUpBody } from '../test/support/product.ts'
import { seedManyInvoices } from './seed/seed-invoices.ts'

/**
 * Lets the owner of the tables bypass row-level security. The scripts that fill the tables and the floor run
 * as the owner.
 */
export async function withoutForcedSecurity(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    'select oid::regclass::text as name from pg_class where relforcerowsecurity order by 1',
  )
  for (const { name } of rows) await owner.query(`alter table ${name} no force row level security`)
}

/** Creates a business on the Pro plan with this many invoices, and returns it with its owner's cookie. */
export async function openBusiness(url: string, owner: pg.Client, count: number) {
  const account = signUpBody(`${randomUUID()}@example.com`)
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
  await post('sign-up', account)
  const response = await post('sign-in', { email: account.email, password: account.password })
  const { business, user } = (await response.json()) as Session
  await owner.query(`update businesses set plan = 'pro' where id = $1`, [business.id])
  if (count > 0) await seedManyInvoices(owner, business.id, count)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { id: userId, ...person } = user
  const identity = {
    ...person,
    isConfirmed: true,
    memberRole: 'owner' as const,
    owner: { name: user.name, email: user.email },
    userId,
    sessionId: userId,
    businessId: business.id,
    business,
  }
  return { cookie, business, identity, account }
}
