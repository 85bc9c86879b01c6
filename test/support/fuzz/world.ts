import { createStripeProvider } from '../../../src/platform/cards/stripe-provider.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { Mailbox } from '../../../src/platform/mail/mailbox.ts'
import type { PaypalAccount } from '../../../src/platform/paypal/paypal-provider.ts'
import { productName } from '../../../src/shared/product.ts'
import { setPlan } from '../fixtures/invoices.ts'
import { startEcho } from '../providers/echo-server.ts'
import { type TestApp, createTestApp, goodPassword } from '../test-app.ts'
import { fillForFuzz } from './fill.ts'
import type { DescribedId } from './ids.ts'
import type { ActorName } from './requests.ts'
import { watchWrites } from './writes.ts'

export interface Actor {
  cookie: string
  businessId: string
  userId: string
  email: string
  /** Contained in every text of the business, and in no other's. */
  word: string
}

const messageId = '55555555-5555-4555-8555-555555555555'

/** A mailbox with one message, which has an attachment. */
const mailbox: Mailbox = {
  list: async (after) => (after === undefined ? [{ ...written, head: message }] : []),
  read: async (id) => (id === messageId ? { ...written, bytes: message } : undefined),
  remove: async () => undefined,
}
const written = { name: `2026-${messageId}`, id: messageId, writtenAt: new Date('2026-11-01T10:00:00Z') }
const message = Buffer.from(
  `From: a@example.com\r\nTo: b@example.com\r\nSubject: Text\r\nMIME-Version: 1.0\r\n` +
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nText\r\n--x\r\n` +
    `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\n%PDF\r\n--x--\r\n`,
)

/** Creates the app with stand-ins for all external services, so that nothing leaves the machine. */
async function createApp() {
  const plaid = await startEcho(() => [400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_API_KEYS' }])
  const app: TestApp = await createTestApp({
    mailbox,
    google: { clientId: 'fuzz-client', clientSecret: 'fuzz-secret' },
    connectOwnCards: (keys) =>
      createStripeProvider({ prices: [], productName, ...keys, address: app.cardSandbox.address }),
    connectOwnBanks: () => app.deps.demoBank,
  })
  const { connectPaypal } = app.deps
  Object.assign(app.deps, {
    plaidAddress: plaid.url,
    connectPaypal: (account: PaypalAccount) => connectPaypal({ ...account, mode: 'demo' }),
  })
  return { app, plaid }
}

export async function createFuzzWorld() {
  const { app, plaid } = await createApp()
  const watch = await watchWrites(app.url)
  let count = 0

  async function makeActor(name: ActorName): Promise<Actor> {
    count += 1
    await watch.forgetLimits()
    const actor = await fillForFuzz(app, `${name}word${count}x`)
    if (name === 'other') await setPlan(app, actor.businessId, 'free')
    if (name === 'admin') await setStanding(actor.userId, 'admin')
    return actor
  }

  async function setStanding(userId: string, role: 'user' | 'admin') {
    await watch.client.query('update auth.users set role = $2, suspended_at = null where id = $1', [
      userId,
      role,
    ])
  }

  const present = new Map<ActorName, Actor>()
  return {
    app,
    watch,
    present,
    /** Creates new accounts for all actors, with rows in every table. */
    async refill() {
      for (const name of ['owner', 'other', 'admin'] as const) present.set(name, await makeActor(name))
      // A failed job that can be retried.
      await watch.client.query(
        `update pgboss.job set state = 'failed', completed_on = now()
         where id = (select id from pgboss.job where state = 'created' limit 1)`,
      )
    },
    /** An admin may have made the others admins, so that they could do what they must not. */
    async restoreRoles() {
      for (const [name, { userId }] of present)
        if (name !== 'admin')
          await watch.client.query(`update auth.users set role = 'user' where id = $1`, [userId])
    },
    /**
     * Restores an actor who was signed out, suspended or demoted; replaces one whose password was changed.
     */
    async revive(name: ActorName) {
      const actor = present.get(name)
      if (!actor) return
      await watch.forgetLimits()
      await setStanding(actor.userId, name === 'admin' ? 'admin' : 'user')
      try {
        const { cookie } = await app.signIn({ email: actor.email, password: goodPassword })
        present.set(name, { ...actor, cookie })
      } catch {
        present.set(name, await makeActor(name))
      }
    },
    /** Returns the described id; undefined if there is none. */
    async findId(id: DescribedId, actorName: ActorName): Promise<string | undefined> {
      const self = actorName === 'nobody' ? 'owner' : actorName
      const whose = id.whose === 'own' ? self : self === 'owner' ? 'other' : 'owner'
      const actor = present.get(whose)
      if (!actor) return undefined
      if (id.table === 'email') return actor.email
      if (id.table === 'word') return actor.word
      if (id.table === 'mailbox') return messageId
      const { rows } = await readIds(id.table, actor)
      return rows[id.which % Math.max(1, rows.length)]?.id
    },
    async close() {
      await watch.close()
      await app.close()
      await plaid.close()
    },
  }

  async function readIds(table: string, { businessId, userId }: Actor): Promise<{ rows: { id: string }[] }> {
    if (table === 'auth.sessions')
      return watch.client.query(
        'select id from auth.sessions where user_id = $1 order by created_at limit 20',
        [userId],
      )
    if (table === 'auth.users') return { rows: [{ id: userId }] }
    if (table === 'pgboss.job')
      return watch.client.query(`select id from pgboss.job where state = 'failed' order by id limit 20`)
    if (table.includes('.')) return watch.client.query(`select id from ${table} order by id limit 20`)
    const column = table === 'integrations' ? 'webhook_id' : 'id'
    return withTenant(app.database, businessId, ({ client }) =>
      client.query(`select ${column} as id from ${table} order by ctid limit 20`),
    )
  }
}

export type FuzzWorld = Awaited<ReturnType<typeof createFuzzWorld>>
