import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type SavingSettings,
  readIntegrations,
  saveSettings,
  sendSettings,
  typedBanking,
  typedEmail,
  typedPaypal,
  typedStripe,
} from '../../../test/support/fixtures/integration-settings.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import * as contract from './contract.ts'
import { openStripeKeys } from './own-accounts.ts'

const { getIntegrations, saveBanking, saveEmail, savePaypal, saveStripe } = contract

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
})

const send = (endpoint: SavingSettings, body: object) => sendSettings(app, cookie, endpoint, body)
const save = (endpoint: SavingSettings, body: object) => saveSettings(app, cookie, endpoint, body)
const read = () => readIntegrations(app, cookie)
const access = { userId: null, reason: 'To look' }

test('no secret is in an answer, in the log or readable in the database', async () => {
  const answers = [
    await send(saveStripe, typedStripe),
    await send(savePaypal, typedPaypal),
    await send(saveEmail, typedEmail),
    await send(saveBanking, typedBanking),
    await send(saveEmail, { ...typedEmail, port: 'x' }),
    await send(saveStripe, { ...typedStripe, secretKey: 'own-wrong-secret' }),
    await send(savePaypal, { ...typedPaypal, clientSecret: ['own-paypal-secret'] }),
    await app.send(getIntegrations, {}, { cookie }),
  ]
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ row: string }>('select i::text as row from integrations i'),
  )
  const bytes = rows.map(({ row }) =>
    row.replaceAll(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1')),
  )
  const everything = [...texts, ...app.log, ...rows.map(({ row }) => row), ...bytes].join('\n')
  expect(everything).toContain('billing@example.com')
  for (const secret of [
    'sk_test_own1',
    'whsec_own1',
    'own-paypal-secret',
    'own mail password',
    'own-plaid-secret',
    'own-wrong-secret',
  ]) {
    expect(everything).not.toContain(secret)
  }
})

describe('another business', () => {
  test('sees and changes its own alone', async () => {
    await save(saveStripe, typedStripe)
    const mine = await read()
    const other = await app.signUpAndIn()
    const theirs = await answerOf(
      getIntegrations,
      await app.send(getIntegrations, {}, { cookie: other.cookie }),
    )
    expect(theirs.stripe).toMatchObject({ isConnected: false, publishableKey: '', hasSecretKey: false })
    expect(theirs.stripe.webhookUrl).not.toBe(mine.stripe.webhookUrl)
    await app.send(
      saveStripe,
      { body: { ...typedStripe, publishableKey: 'pk_test_other' } },
      { cookie: other.cookie },
    )
    expect(await read()).toEqual(mine)
  })

  test('cannot reach the row, nor open a secret that was moved to its own', async () => {
    await save(saveStripe, typedStripe)
    const other = await app.signUpAndIn()
    const otherId = other.session.business.id
    await app.send(saveStripe, { body: typedStripe }, { cookie: other.cookie })
    const [mine] = await withTenant(app.database, businessId, ({ client }) =>
      client
        .query<{ key: Buffer }>('select stripe_secret_key as key from integrations')
        .then(({ rows }) => rows),
    )
    await withTenant(app.database, otherId, async ({ client }) => {
      const { rowCount } = await client.query(
        'update integrations set stripe_account_id = $1 where business_id = $2',
        ['acct_stolen', businessId],
      )
      expect(rowCount).toBe(0)
      await client.query('update integrations set stripe_secret_key = $1', [mine?.key])
    })
    await expect(openStripeKeys(app.deps, otherId, access)).rejects.toThrow('altered, moved')
    expect((await read()).stripe.accountId).toBe('')
  })
})
