import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBankChaos } from './support/chaos/bank-chaos.ts'
import { type TestApp, createTestApp } from './support/test-app.ts'

const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 4)
const firstSeed = Number(process.env['CHAOS_SEED'] ?? 1)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
})
afterAll(() => app.close())

test(`${rounds} banks fetched with repeats, late answers, failures and crashes end as a clean sync does`, async () => {
  const problems: string[] = []
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const found = await runBankChaos({ app, seed })
    problems.push(...found.map((problem) => `seed ${seed}: ${problem}`))
    if ((seed - firstSeed) % 100 === 99)
      console.log(`${seed - firstSeed + 1} banks, ${problems.length} problems`)
  }
  expect(problems).toEqual([])
}, 7_200_000)
