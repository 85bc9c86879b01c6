import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAutopaySimulation } from './support/autopay/autopay-simulation.ts'
import { type AutopayWorld, createAutopayWorld } from './support/autopay/autopay-world.ts'

const rounds = Number(process.env['AUTOPAY_ROUNDS'] ?? 5)
const months = Number(process.env['AUTOPAY_MONTHS'] ?? 5)
const firstSeed = Number(process.env['AUTOPAY_SEED'] ?? 1)

let world: AutopayWorld
beforeAll(async () => {
  world = await createAutopayWorld()
})
afterAll(() => world.app.close())

test(`${rounds} clients whose cards are charged for ${months} months pay each period at most once, and none after a stop`, async () => {
  const problems: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const seed = firstSeed + round
    const found = await runAutopaySimulation({ world, seed, months })
    // Reported immediately, because the run is long.
    for (const problem of found) console.log(`seed ${seed}: ${problem}`)
    problems.push(...found.map((problem) => `seed ${seed}: ${problem}`))
  }
  expect(problems).toEqual([])
}, 7_200_000)
