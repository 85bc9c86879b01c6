import { listSecurityActivity } from '../../src/features/integrations/contract.ts'
import { withTenant } from '../../src/platform/db/transaction.ts'
import { type TestApp, answerOf } from './test-app.ts'

/** Firefox on Windows, 203.0.113.7. */
export const sourceHeaders = {
  'x-forwarded-for': '203.0.113.7',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Returns the sensitive changes that the owner sees, newest first. */
export async function readActivity(app: TestApp, cookie: string) {
  const response = await app.send(listSecurityActivity, { query: {} }, { cookie })
  const { entries } = await answerOf(listSecurityActivity, response)
  return entries.filter(({ type }) => type === 'change')
}

/** Returns the mails about these changes, newest first. */
export async function readNotices(app: TestApp, businessId: string) {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ to: string; subject: string; text: string; onBehalf: boolean }>(
      `select to_address as to, subject, text, on_behalf as "onBehalf" from mails
       where kind = 'security-notice' order by created_at desc, id`,
    ),
  )
  return rows
}
