import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { createFakeBank } from '../../../test/support/providers/fake-bank.ts'
import { readAccesses } from '../../../test/support/providers/own-accounts.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { countUse } from '../../platform/limits/limit.ts'
import { connectLimits } from './banking-limits.ts'
import { expireDemoBank } from './contract.ts'

const bank = createFakeBank()
let app: TestApp
let owner: BankOwner
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpForBanks(app)
})

test('nothing that opens an access goes on without end, and what is refused opens none', async () => {
  const { id } = await owner.connected('chase')
  const expire = () => app.send(expireDemoBank, { params: { id } }, { cookie: owner.cookie })
  expect((await expire()).status).toBe(200)
  const left = 30 - 2
  for (let n = 0; n < left; n++) await countUse(app.database, connectLimits(owner.businessId))
  const before = await readAccesses(app, owner.businessId)
  for (const refused of [await expire(), await owner.start(id), await owner.connect('wells')]) {
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
  }
  expect(await readAccesses(app, owner.businessId)).toEqual(before)
})
