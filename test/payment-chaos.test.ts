import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPaymentChaos } from './support/chaos/payment-chaos.ts'
import { openChaosBusiness } from './support/chaos/payment-world.ts'
import { type TestApp, createTestApp } from './support/test-app.ts'

const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 10)
const firstSeed = Number(process.env['CHAOS_SEED'] ?? 1)
/** After this many invoices another business is used, because a business has a limit of mails per hour. */
const perBusiness = 250

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
})
afterAll(() => app.close())

test(`${rounds} interleavings of payments, events, returns, refunds, reconciles and crashes keep the books right`, async () => {
  const problems: string[] = []
  let owner = await openChaosBusiness(app)
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && round % perBusiness === 0) owner = await openChaosBusiness(app)
    const seed = firstSeed + round
    const found = await runPaymentChaos({ app, owner, seed })
    // Reported immediately, because the run is long.
    for (const problem of found) console.log(`seed ${seed}: ${problem}`)
    problems.push(...found.map((problem) => `seed ${seed}: ${problem}`))
    if (round % 100 === 99) console.log(`${round + 1} interleavings, ${problems.length} problems`)
  }
  expect(problems).toEqual([])
}, 7_200_000)
