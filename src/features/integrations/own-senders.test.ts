import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { integrations } from '../../platform/db/tables/integrations.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { MasterKeyMissing, openKeyRing } from '../../platform/secrets/key-ring.ts'
import { type Secrets, createSecrets } from '../../platform/secrets/secrets.ts'
import { createOwnSenders } from './own-senders.ts'
import { sealTyped } from './secret-columns.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const current = 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+'
const secrets = createSecrets(await openKeyRing(database, async () => ({ current })))

afterAll(() => testDatabase.drop())

async function addAccount(): Promise<string> {
  const businessId = await addBusiness(database)
  await withTenant(database, businessId, async (tx) => {
    const sealed = await sealTyped(tx, secrets, businessId, { emailPassword: 'a password' })
    await tx.db.insert(integrations).values({ businessId, emailFromAddress: 'owner@shop.example', ...sealed })
  })
  return businessId
}

function find(businessId: string, withSecrets: Secrets = secrets) {
  const log = pino({ level: 'silent' })
  const findSender = createOwnSenders({ database, secrets: withSecrets, log, allowPrivateAddresses: false })
  return findSender({ businessId, kind: 'invoice' })
}

const damaged = (column: string) => `${column} = set_byte(${column}, 20, get_byte(${column}, 20) # 1)`
const isAccountFault = { permanent: false, isAccountFault: true }
const forOperator = {
  ...isAccountFault,
  message:
    'The saved password of your email account can’t be read right now. The operator of this installation needs to fix this.',
}

test('a password that is damaged is to be typed again', async () => {
  const businessId = await addAccount()
  await withTenant(database, businessId, ({ client }) =>
    client.query(`update integrations set ${damaged('email_password')}`),
  )
  await expect(find(businessId)).rejects.toMatchObject({
    ...isAccountFault,
    message: 'The saved password of your email account can’t be read. Please enter it again.',
  })
})

test('where the secret behind it is not at hand, or the key is damaged, nobody is asked to type what could not be saved', async () => {
  const businessId = await addAccount()
  const without = createSecrets({ masterKey: () => Promise.reject(new MasterKeyMissing('not at hand')) })
  await expect(find(businessId, without)).rejects.toMatchObject(forOperator)
  const damageKey = () =>
    database.platform.query(`update data_keys set ${damaged('wrapped')} where business_id = $1`, [businessId])
  await damageKey()
  await expect(find(businessId)).rejects.toMatchObject(forOperator)
  // Once it is mended the next try finds it.
  await damageKey()
  expect(await find(businessId)).toMatchObject({ fromAddress: 'owner@shop.example' })
})
